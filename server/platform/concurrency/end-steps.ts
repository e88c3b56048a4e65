import { setTimeout as pause } from 'node:timers/promises'

/** What has to end, as a sentence begins with it, and how long it may take. */
export type EndStep = {
  readonly name: string
  readonly longestMs: number
  readonly end: () => Promise<unknown>
}

/** Ends one after the other. One that hangs or fails keeps none of the others from its turn, and is told. */
export async function endSteps(steps: readonly EndStep[], say: (line: string) => void): Promise<void> {
  for (const { name, longestMs, end } of steps) {
    const inTime = new AbortController()
    const ended = end()
      .catch((error: unknown) => say(`Ending: ${String(error)}`))
      .finally(() => inTime.abort())
    const cutOff = pause(longestMs, undefined, { signal: inTime.signal }).then(
      () => say(`Ending: ${name} was cut off after ${longestMs / 1000} s`),
      () => undefined,
    )
    await Promise.race([ended, cutOff])
  }
}
