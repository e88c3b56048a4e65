import sql from 'sql-template-tag'
import { type DemoAccount, demoPassword, demoPeople } from '#contract/demo-accounts.ts'
import { noTenant, type Transaction } from '#platform/database'
import { createAccount, setDisabled } from '#server/identity/accounts'
import { hashPassword } from '#server/identity/passwords'
import { markAccount } from './access.ts'

type SeededAccount = DemoAccount & {
  businessId?: string
  role?: string
  venues?: string[]
  isDisabled?: true
}

const inHarbourside = (role: string) => ({ businessId: 'harbourside', role })

/** Each with its place. */
export const demoAccounts: readonly SeededAccount[] = [
  demoPeople.super,
  { ...demoPeople.admin, ...inHarbourside('Admin') },
  { ...demoPeople.reception, ...inHarbourside('Reception') },
  { ...demoPeople.promotions, ...inHarbourside('Promotions'), venues: ['2'] },
  { ...demoPeople.finance, ...inHarbourside('Finance') },
  { ...demoPeople.door, ...inHarbourside('Door') },
  { ...demoPeople.otherAdmin, businessId: 'valley-golf', role: 'Admin' },
  { ...demoPeople.disabled, ...inHarbourside('Reception'), isDisabled: true },
]

/** The people of the demo: accounts with the demo's password, each with its place. */
export async function seedAccounts(platform: Transaction): Promise<void> {
  const passwordHash = await hashPassword('demo', demoPassword)
  for (const { email, name, businessId, role, venues = [], isDisabled } of demoAccounts) {
    await platform.asTenant(businessId ?? noTenant, async (tx) => {
      const { uid } = await createAccount(tx, { email, displayName: name, passwordHash })
      await markAccount(tx, uid)
      if (isDisabled) await setDisabled(tx, uid, true)
      await tx.run(
        businessId
          ? sql`insert into business_user (business_id, uid, email, display_name, role_name, venue_nos)
                values (${businessId}, ${uid}, ${email}, ${name}, ${role}, ${venues})`
          : sql`insert into super_administrator (uid, email, display_name) values (${uid}, ${email}, ${name})`,
      )
    })
  }
}
