import { vi } from 'vitest'

/** Work whose turn isn't over before it is done, however slow the machine is. */
export async function inOneTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  return work().finally(() => clock.mockRestore())
}

/** Work whose turn is over with its first piece. */
export async function inShortTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000))
  return work().finally(() => clock.mockRestore())
}
