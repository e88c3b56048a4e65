import sql from 'sql-template-tag'
import type { TokenClaims } from '#contract/access/identity.ts'
import { announceAccessChange, type Who } from '#platform/access'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { limitsOfRole } from './role-limits.ts'
import { permissionsOfRole } from './roles.ts'
import { type FactorFacts, secondFactorStanding } from './second-factor-policy.ts'

/** A user's place in the product, as the API's own tables have it now. */
export type Place = Omit<Who, 'uid' | 'sessionId' | 'signedInAt'>

type Row = {
  email: string
  name: string
  businessId: string | null
  role: string | null
  venueNos: string[]
  autoLogOut: boolean
} & FactorFacts

/** Where a user belongs; null for an account that has no place any more. */
export async function userPlaceOf(database: Database, uid: string): Promise<Place | null> {
  const row = await readRow(database, uid)
  if (!row) return null
  const { email, name, businessId, role, venueNos } = row
  const db = businessId === null ? null : database.forTenant(businessId)
  const granted = db && role ? await permissionsOfRole(db, role) : []
  return {
    email,
    name,
    businessId,
    role,
    isSuperAdmin: businessId === null,
    permissions: new Set(granted),
    ...(db && role && { limits: await limitsOfRole(db, role) }),
    venues: venueNos.length > 0 ? venueNos : null,
    secondFactor: await secondFactorStanding(row, db),
  }
}

/** What a user's token says of their place; the API itself believes its tables only. */
export async function claimsFor(
  database: Database,
  uid: string,
): Promise<Pick<TokenClaims, 'cherryPayRole' | 'businessId' | 'hubAdminApiRole' | 'autoLogOut'>> {
  const row = await readRow(database, uid)
  if (!row) return {}
  const { businessId, role, autoLogOut } = row
  return {
    ...(businessId === null ? { hubAdminApiRole: 'SuperAdmin' } : { businessId }),
    ...(role && { cherryPayRole: role }),
    ...(!autoLogOut && { autoLogOut }),
  }
}

/** Has a user's place follow the name and the address of their account. */
export async function placeFollows(
  tx: Transaction,
  { uid, email, displayName }: { uid: string; email: string; displayName: string },
): Promise<void> {
  const named = sql`email = ${email}, display_name = ${displayName}`
  await tx.run(sql`update business_user set ${named} where business_id = ${tx.businessId} and uid = ${uid}`)
  await tx.run(sql`update super_administrator set ${named} where uid = ${uid}`)
  await announceAccessChange(tx, uid)
}

function readRow(database: Database, uid: string): Promise<Row | null> {
  return database.forTenant(noTenant).maybe<Row>(sql`
    with place as (
      select uid, email, display_name as name, null as "businessId", null as role, '{}'::text[] as "venueNos",
        auto_log_out as "autoLogOut", now() as "roleGivenAt"
      from super_administrator where uid = ${uid}
      union all
      select uid, email, display_name, business_id, role_name, venue_nos, auto_log_out, role_given_at
      from business_user where uid = ${uid}
    )
    select place.*, coalesce(account.microsoft_key is not null, false) as "usesMicrosoft",
      exists (select from identity.factor where factor.uid = place.uid) as "hasFactor",
      exists (select from demo_access where kind = 'account' and id = place.uid) as "isOfDemo"
    from place left join identity.account on account.uid = place.uid limit 1`)
}
