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
  /** How many the sender has written to of late, by what counts along. */
  readonly before: number
}

/** How many the sender's role may write to at once; null for any number. */
export function mostAtOnceOf({ isSuperAdmin, limits }: Sender): number | null {
  return isSuperAdmin ? null : (limits?.SendingPerAct ?? null)
}

/**
 * Refuses to write to more than the sender's role may at once. What they have just sent counts along: many a small sending is a
 * large one.
 */
export function requireWithinRole(who: Sender, count: number, before: number): void {
  const most = mostAtOnceOf(who)
  if (most !== null && count + before > most)
    throw new Refusal(403, 'above_sending_limit', sendingWords.aboveRole({ most, before, count }))
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
    const { agreed, confirmed, counted, before } = reach
    requireWithinRole(call.who, Math.max(agreed, counted), before)
    if (counted > agreed) throw conflict('more_members', sendingWords.more(counted, agreed))
    if (agreed > typedAbove && confirmed !== agreed) {
      const sentence = sendingWords.typeIt(agreed)
      throw invalid(sentence, { ConfirmCount: sentence })
    }
    return send(call, reach)
  }
}
