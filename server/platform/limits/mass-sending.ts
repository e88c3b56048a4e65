import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendingWords, typedAbove } from '#contract/messaging/mass-sending.ts'
import type { Who } from '#platform/access'
import { conflict, invalid, Refusal } from '#platform/refusals'

type Sender = Pick<Who, 'isSuperAdmin' | 'limits'>

/** What somebody agreed to, and what it would come to at this moment. */
export type Reach = {
  readonly agreed: number
  /** What was typed to confirm it. */
  readonly confirmed: number | undefined
  /** Where they are too many to be counted while somebody waits, as many as were: no more than was agreed to are written to. */
  readonly counted: number
}

/** Refuses to write to more than the sender's role may at once. */
export function requireWithinRole({ isSuperAdmin, limits }: Sender, count: number): void {
  const most = isSuperAdmin ? null : (limits?.SendingPerAct ?? null)
  if (most !== null && count > most)
    throw new Refusal(403, 'above_sending_limit', sendingWords.aboveRole(most, count))
}

/**
 * The brakes of whatever writes to many: by role, by the number that was agreed to, and by typing it where it is large. A handler
 * of a row that `sendsToMany` is made by this; a test looks for those that aren't.
 */
export function sendingToMany<
  Row extends Endpoint,
  Call extends { readonly who: Sender },
  Counted extends Reach,
>(
  reachOf: (call: Call) => Promise<Counted>,
  send: (call: Call, reach: Counted) => Promise<z.input<Row['output']>>,
): (call: Call) => Promise<z.input<Row['output']>> {
  return async (call) => {
    const reach = await reachOf(call)
    const { agreed, confirmed, counted } = reach
    requireWithinRole(call.who, Math.max(agreed, counted))
    if (counted > agreed) throw conflict('more_members', sendingWords.more(counted, agreed))
    if (agreed > typedAbove && confirmed !== agreed) {
      const sentence = sendingWords.typeIt(agreed)
      throw invalid(sentence, { ConfirmCount: sentence })
    }
    return send(call, reach)
  }
}
