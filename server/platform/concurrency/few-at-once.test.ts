import { expect, test } from 'vitest'
import { fewAtOnce, fewOfEach } from './few-at-once.ts'

test('lets some through, has some wait, refuses the rest, and is open again afterwards', async () => {
  const gate = fewAtOnce(2, 3)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const task = (no: number) =>
    gate(async () => {
      begun.push(no)
      await new Promise<void>((resolve) => ends.push(resolve))
      return no
    })
  const tasks = [1, 2, 3, 4, 5].map(task)
  expect(begun).toEqual([1, 2])
  await expect(task(6)).rejects.toMatchObject({ status: 503, code: 'busy' })
  for (const [at, each] of tasks.entries()) {
    ends[at]?.()
    expect(await each).toBe(at + 1)
    await expect.poll(() => begun.length).toBe(Math.min(5, at + 3))
  }
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await Promise.all([1, 2, 3, 4, 5].map((no) => gate(async () => no)))).toEqual([1, 2, 3, 4, 5])
})

test('who sends very much leaves places for the others', async () => {
  const gate = fewOfEach(1, 10, 3)
  let end = () => {}
  const first = gate('one', () => new Promise<void>((resolve) => (end = resolve)))
  const theirs = [1, 2, 3].map((no) => gate('one', async () => no))
  await expect(gate('one', async () => 4)).rejects.toMatchObject({ status: 503 })
  const another = gate('another', async () => 'in')
  end()
  await first
  expect(await Promise.all(theirs)).toEqual([1, 2, 3])
  expect(await another).toBe('in')
})
