import { expect, test } from 'vitest'
import { endSteps } from './end-steps.ts'

test('one that hangs is cut off, one that fails is told, and all have their turn', async () => {
  const said: string[] = []
  const step = (name: string, longestMs: number, ends: () => Promise<unknown>) => ({
    name,
    longestMs,
    end: () => {
      said.push(name)
      return ends()
    },
  })
  await endSteps(
    [
      step('what is quick', 60_000, () => Promise.resolve()),
      step('what hangs', 20, () => new Promise(() => undefined)),
      step('what fails', 60_000, () => Promise.reject(new Error('no'))),
      step('the last', 60_000, () => Promise.resolve()),
    ],
    (line) => said.push(line),
  )
  expect(said).toEqual([
    'what is quick',
    'what hangs',
    'Ending: what hangs was cut off after 0.02 s',
    'what fails',
    'Ending: Error: no',
    'the last',
  ])
})
