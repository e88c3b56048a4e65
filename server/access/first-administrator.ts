import sql from 'sql-template-tag'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { canSignIn, createAccount, findByEmail } from '#server/identity/accounts'

type Inviter = { invite(tx: Transaction, uid: string): Promise<void> }

/** What came of it: who has this address already may be nobody of the installation's, and isn't made one. */
type FirstAdministrator = 'invited' | 'there already' | 'address in use'

/**
 * Sees to it that a new installation can be entered. Once a super administrator has joined, nobody is invited any more:
 * they may have taken another address since, and this one be in hands that nobody knows. Those of the demo don't count.
 */
export async function ensureSuperAdministrator(
  database: Database,
  identity: Inviter,
  email: string,
): Promise<FirstAdministrator> {
  return database.transaction(noTenant, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`)
    const address = email.toLowerCase()
    const known = await tx.maybe(sql`
      select from super_administrator s join identity.account a using (uid)
      where s.email = ${address} or (${canSignIn} and not exists (
        select from demo_access where kind = 'account' and id = a.uid)) limit 1`)
    if (known) return 'there already'
    if (await findByEmail(tx, address)) return 'address in use'
    const { uid } = await createAccount(tx, { email: address, displayName: address })
    await tx.run(
      sql`insert into super_administrator (uid, email, display_name) values (${uid}, ${address}, ${address})`,
    )
    await identity.invite(tx, uid)
    return 'invited'
  })
}
