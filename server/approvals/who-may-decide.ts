import sql from 'sql-template-tag'
import { type LimitKind, permissionOfLimit } from '#contract/approvals/limits.ts'
import type { Who } from '#platform/access'
import type { ActAbout } from '#platform/call'
import type { Transaction } from '#platform/database'
import { coversAct } from '#platform/limits'
import { limitsOfRole, usersWhoMay } from '#server/access'

/** The users other than who asks whose permissions, limit for one act and venues are enough to decide on it. */
export async function whoMayDecide(
  { db, who }: { readonly db: Transaction; readonly who: Who },
  kind: LimitKind,
  { amount, memberId }: Pick<ActAbout, 'amount' | 'memberId'>,
): Promise<string[]> {
  const venueNo = memberId === null ? null : await venueOf(db, memberId)
  const users = (await usersWhoMay(db, permissionOfLimit[kind])).filter(
    ({ uid, venueNos }) =>
      uid !== who.uid && (venueNos.length === 0 || (venueNo !== null && venueNos.includes(venueNo))),
  )
  const roles = [...new Set(users.flatMap(({ role }) => role ?? []))]
  const covering = new Set<string>()
  for (const role of roles) {
    const limits = await limitsOfRole(db, role)
    if (coversAct({ ...who, isSuperAdmin: false, limits }, kind, amount)) covering.add(role)
  }
  return users.filter(({ role }) => role !== null && covering.has(role)).map(({ uid }) => uid)
}

async function venueOf(db: Transaction, memberId: string): Promise<string | null> {
  const member = await db.maybe<{ venueNo: string | null }>(sql`
    select venue_no as "venueNo" from member where business_id = ${db.businessId} and member_id = ${memberId}`)
  return member?.venueNo ?? null
}
