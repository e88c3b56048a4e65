import type { Transaction } from '#platform/database'
import { findByUid } from '#server/identity/accounts'
import type { Service } from '#server/identity/service'
import { endSessionsOf } from '#server/identity/sessions'
import { deleteFactors } from './factor-rows.ts'
import { tellOwner } from './notices.ts'

/** Removes all factors of an account that its owner has lost, and ends its sessions; false if it had none. */
export async function resetFactors(
  service: Pick<Service, 'brand' | 'queueEmail'>,
  tx: Transaction,
  uid: string,
  by: string,
): Promise<boolean> {
  const account = await findByUid(tx, uid)
  if (!account || (await deleteFactors(tx, uid)) === 0) return false
  await endSessionsOf(tx, uid)
  await tellOwner(service, tx, account, { what: 'reset', by, hasPassword: account.passwordHash !== null })
  return true
}
