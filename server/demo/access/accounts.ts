import sql from 'sql-template-tag'
import { noTenant, type Transaction } from '#platform/database'
import { createAccount, setDisabled } from '#server/identity/accounts'
import { hashPassword } from '#server/identity/passwords'
import { markAccount } from './access.ts'

export const demoPassword = 'demo-password'

type DemoAccount = {
  email: string
  name: string
  is: string
  businessId?: string
  role?: string
  venues?: string[]
  isDisabled?: true
}

/** Who can sign in to the demo; the server prints them when it starts. */
export const demoAccounts: readonly DemoAccount[] = [
  { email: 'super@hub.example', name: 'Sam Super', is: 'super administrator' },
  {
    email: 'admin@harbourside.example',
    name: 'Alex Admin',
    is: 'Admin',
    businessId: 'harbourside',
    role: 'Admin',
  },
  {
    email: 'reception@harbourside.example',
    name: 'Robin Reception',
    is: 'Reception: adds, edits and invites members, decides requests, scans',
    businessId: 'harbourside',
    role: 'Reception',
  },
  {
    email: 'promotions@harbourside.example',
    name: 'Pat Promotions',
    is: 'Promotions: points and cards, one venue only',
    businessId: 'harbourside',
    role: 'Promotions',
    venues: ['2'],
  },
  {
    email: 'finance@harbourside.example',
    name: 'Fran Finance',
    is: 'Finance: both reports, export, refunds',
    businessId: 'harbourside',
    role: 'Finance',
  },
  {
    email: 'door@harbourside.example',
    name: 'Drew Door',
    is: 'Door: looks members up and scans',
    businessId: 'harbourside',
    role: 'Door',
  },
  {
    email: 'admin@valley-golf.example',
    name: 'Vic Valley',
    is: 'Admin of the other business',
    businessId: 'valley-golf',
    role: 'Admin',
  },
  {
    email: 'disabled@harbourside.example',
    name: 'Dana Disabled',
    is: 'disabled',
    businessId: 'harbourside',
    role: 'Reception',
    isDisabled: true,
  },
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
