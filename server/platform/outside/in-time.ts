/** How long somebody else is waited for, all in all: by a job that can be tried again, and by a call that somebody waits for. */
export const patienceMs = { ofJobs: 20_000, ofCalls: 8_000 } as const

/** Somebody who isn't us did not answer in time. */
export class GivenUp extends Error {}

/**
 * Asks somebody else by HTTP, and gives up after `withinMs` wherever it stands: connecting, waiting, or reading what they
 * send drop by drop. All of the server goes through here: whoever calls out without a bound keeps a slot of the job queue,
 * or somebody at a till, for as long as the other side likes.
 */
export async function fetchInTime(
  url: string | URL,
  { withinMs, ...request }: RequestInit & { readonly withinMs: number },
): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- this is the one place.
  return fetch(url, { ...request, signal: AbortSignal.timeout(withinMs) })
}

/**
 * Does work with somebody else who knows no signal: `giveUp` cuts it off once its time is over, as whatever is left of it
 * would hold its connection.
 */
export async function inTime<Result>(
  withinMs: number,
  whom: string,
  work: () => Promise<Result>,
  giveUp: () => void,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new GivenUp(`${whom} did not answer within ${withinMs / 1000} seconds.`))
    giveUp()
  }, withinMs)
  const working = work()
  // Once it is given up nobody waits for how it ends.
  working.catch(() => undefined)
  try {
    return await Promise.race([working, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
