import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { BeatOptions } from '#platform/job-runner'

export type ToJobProcess = { readonly databaseUrl: string; readonly beat: BeatOptions }

/** A process that takes jobs named `wait`, and never ends one. */
export async function startJobProcess(order: ToJobProcess) {
  const child = fork(fileURLToPath(new URL('./job-process.ts', import.meta.url)), { execArgv: [] })
  const heard: string[] = []
  child.on('message', (words: string) => void heard.push(words))
  const hears = async (words: RegExp) => {
    await expect.poll(() => heard.some((each) => words.test(each)), { interval: 20 }).toBe(true)
  }
  const ended = once(child, 'close')
  child.send(order)
  await hears(/^ready$/)
  return {
    hears,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
