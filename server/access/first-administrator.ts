import sql from 'sql-template-tag'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { createAccount } from '#server/identity/accounts'

type Inviter = { invite(tx: Transaction, uid: string): Promise<void> }

/** Sees to it that there is a super administrator with this address, so that a new installation can be entered. */
export async function ensureSuperAdministrator(
  database: Database,
  identity: Inviter,
  email: string,
): Promise<boolean> {
  return database.transaction(noTenant, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`)
    const address = email.toLowerCase()
    if ((await tx.maybe(sql`select from super_administrator where email = ${address}`)) !== null) return false
    const { uid } = await createAccount(tx, { email: address, displayName: address })
    await tx.run(
      sql`insert into super_administrator (uid, email, display_name) values (${uid}, ${address}, ${address})`,
    )
    await identity.invite(tx, uid)
    return true
  })
}
