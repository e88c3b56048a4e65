import type { Endpoint } from '#contract/endpoint.ts'
import type { Call, WithAbout } from '#platform/call'
import { isLimited, countTowardsLimits } from '#platform/limits'

type Mounted = { readonly name: string; readonly row: Endpoint; readonly handler: WithAbout }

/** A row that roles have limits for says what a call of it gives, and what it is called: a mistake shows at the start. */
export function requireAbout({ name, row, handler }: Mounted): void {
  if ((row.limited === undefined) !== (handler.about === undefined))
    throw new Error(`'${name}' has limits in the contract or in its handler, and not in both.`)
  if (row.limited && row.limited.act !== name) throw new Error(`'${name}' is called ${row.limited.act}.`)
}

/**
 * Refuses what is above the caller's limits once it is done, and with that undoes it: all else is right with it then, and what
 * it locks is locked in the order of everybody else's.
 */
export async function requireWithinLimits({ row, handler }: Mounted, call: object): Promise<void> {
  const { limited } = row
  const { db, who } = call as Call<Endpoint<'POST'>>
  if (!limited || !isLimited(who, limited.kind)) return
  const { amount } = await handler.about!(call as Call)
  await countTowardsLimits(db, who, limited.kind, amount)
}
