import sql from 'sql-template-tag'
import { nobody, type Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { accountStates } from '#server/identity/accounts'
import { limitsOfRole } from './role-limits.ts'
import { permissionsOfRole } from './roles.ts'
import { lockAccess, userColumns, type UserRecord } from './user-records.ts'

/**
 * A user of the business with what they may at this moment, as the tables have it; null for who has no role or is shut out. Until the
 * transaction is over nobody changes who may what.
 */
export async function presentUser(tx: Transaction, uid: string): Promise<Who | null> {
  await lockAccess(tx)
  const user = await tx.maybe<UserRecord>(
    sql`select ${userColumns} from business_user where business_id = ${tx.businessId} and uid = ${uid}`,
  )
  const account = (await accountStates(tx, [uid])).get(uid)
  if (!user || user.role === null || !account || account.isDisabled) return null
  const { email, name, role, venueNos } = user
  return {
    ...nobody,
    uid,
    email,
    name,
    role,
    businessId: tx.businessId,
    permissions: new Set(await permissionsOfRole(tx, role)),
    limits: await limitsOfRole(tx, role),
    venues: venueNos.length > 0 ? venueNos : null,
  }
}
