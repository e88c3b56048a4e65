import type { Call } from '#platform/call'
import { Refusal } from '#platform/refusals'

/** Sends a fresh link, and answers a wrong code as a right one: it is counted, and nobody hears of it. */
export async function freshLink(
  { miss }: Pick<Call, 'miss'>,
  send: () => Promise<void>,
): Promise<{ Message: string }> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error
    miss()
  }
  return { Message: 'If this link was yours, a fresh one is on its way to the contact we have for you.' }
}
