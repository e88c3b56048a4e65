import sql, { join } from 'sql-template-tag'
import type { Role } from '#contract/access/roles.ts'
import { isSameLimits, limitNames, noLimits, type RoleLimits } from '#contract/approvals/limits.ts'
import type { Queries, Transaction } from '#platform/database'

// The table has hundredths of a point and cents, as the ledger has, and of members for the sake of one rule.
const columns = sql`
  awards_per_act / 100.0::float8 as "AwardsPerAct", awards_per_day / 100.0::float8 as "AwardsPerDay",
  transfers_per_act / 100.0::float8 as "TransfersPerAct", transfers_per_day / 100.0::float8 as "TransfersPerDay",
  cards_per_act / 100.0::float8 as "CardsPerAct", cards_per_day / 100.0::float8 as "CardsPerDay",
  sending_per_act / 100.0::float8 as "SendingPerAct"`

/** What the limits of a role are, whether it is the business's own or every business's. */
export async function limitsOfRole(db: Queries, name: string): Promise<RoleLimits> {
  const kept = await db.maybe<RoleLimits>(
    sql`select ${columns} from role_limit where business_id = ${db.businessId} and role_name = ${name}`,
  )
  return kept ?? noLimits
}

/** The limits of all roles that have some, by name. */
export async function limitsByRole(db: Queries): Promise<Map<string, RoleLimits>> {
  const rows = await db.rows<RoleLimits & { name: string }>(
    sql`select role_name as name, ${columns} from role_limit where business_id = ${db.businessId}`,
  )
  return new Map(rows.map(({ name, ...limits }) => [name, limits]))
}

/** Keeps the limits of these roles; those of roles that are gone are forgotten. */
export async function writeLimits(
  tx: Transaction,
  kept: readonly Role[],
  removed: readonly Role[],
): Promise<void> {
  const names = [...kept, ...removed].map(({ Name }) => Name)
  if (names.length === 0) return
  await tx.run(sql`delete from role_limit where business_id = ${tx.businessId} and role_name = any(${names})`)
  const rows = kept.flatMap(({ Name, Limits = noLimits }) =>
    isSameLimits(Limits, noLimits)
      ? []
      : [sql`(${tx.businessId}, ${Name}, ${join(limitNames.map((name) => inHundredths(Limits[name])))})`],
  )
  if (rows.length === 0) return
  await tx.run(sql`
    insert into role_limit (business_id, role_name, awards_per_act, awards_per_day, transfers_per_act,
      transfers_per_day, cards_per_act, cards_per_day, sending_per_act) values ${join(rows)}`)
}

const inHundredths = (amount: number | null) => (amount === null ? null : Math.round(amount * 100))
