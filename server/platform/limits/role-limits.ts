import sql from 'sql-template-tag'
import { aboveLimit } from '#contract/approvals/limit-code.ts'
import { type LimitKind, limitWords, noLimits } from '#contract/approvals/limits.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { Refusal } from '#platform/refusals'

type Giver = Pick<Who, 'uid' | 'isSuperAdmin' | 'limits'>

/** The limits of a role for a kind, in hundredths; null for any amount. */
function limitsFor({ isSuperAdmin, limits = noLimits }: Giver, kind: LimitKind) {
  const inHundredths = (limit: number | null) =>
    limit === null || isSuperAdmin ? null : Math.round(limit * 100)
  return { perAct: inHundredths(limits[`${kind}PerAct`]), perDay: inHundredths(limits[`${kind}PerDay`]) }
}

/** Whether anything at all limits what they give. */
export function isLimited(who: Giver, kind: LimitKind): boolean {
  const { perAct, perDay } = limitsFor(who, kind)
  return perAct !== null || perDay !== null
}

/** Whether their limit for a single act covers so many hundredths. */
export function coversAct(who: Giver, kind: LimitKind, amount: number): boolean {
  return amount <= (limitsFor(who, kind).perAct ?? Infinity)
}

/** Refuses what is above their limits, as they stand at this moment; counts nothing. */
export async function refuseAboveLimits(
  db: Queries,
  who: Giver,
  kind: LimitKind,
  amount: number,
): Promise<void> {
  const { perAct, perDay } = limitsFor(who, kind)
  if (perAct !== null && amount > perAct) throw above(limitWords.perAct(kind, perAct / 100))
  if (perDay === null) return
  const used = await db.maybe<{ amount: number }>(sql`
    select amount::float8 as amount from limit_use
    where business_id = ${db.businessId} and uid = ${who.uid} and kind = ${kind} and day = ${businessToday}`)
  const left = Math.max(0, perDay - (used?.amount ?? 0))
  if (amount > left) throw above(limitWords.perDay(kind, perDay / 100, left / 100))
}

/**
 * Counts what somebody gives towards their day, or refuses it. The row of their day is locked by it until the call is over: of
 * calls that come at once each sees what those before it gave. Last of all in a call, after what it locks itself.
 */
export async function countTowardsLimits(
  tx: Transaction,
  who: Giver,
  kind: LimitKind,
  amount: number,
): Promise<void> {
  const { perAct, perDay } = limitsFor(who, kind)
  if (perAct !== null && amount > perAct) throw above(limitWords.perAct(kind, perAct / 100))
  if (perDay === null) return
  await tx.run(sql`
    insert into limit_use (business_id, uid, kind, day, amount)
    values (${tx.businessId}, ${who.uid}, ${kind}, ${businessToday}, 0) on conflict do nothing`)
  const isCounted = await tx.run(sql`
    update limit_use set amount = amount + ${amount}
    where business_id = ${tx.businessId} and uid = ${who.uid} and kind = ${kind} and day = ${businessToday}
      and amount + ${amount} <= ${perDay}`)
  if (!isCounted) await refuseAboveLimits(tx, who, kind, amount)
}

function above(sentence: string): Refusal {
  return new Refusal(403, aboveLimit, sentence)
}
