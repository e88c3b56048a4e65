import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'
import { demoTillSecret } from './till.ts'

type DemoKey = {
  businessId: string
  name: string
  venueNo: string
  /** Of its own, if everybody may know it. */
  secret?: string
  /** Days ago. */
  made: number
  /** How long ago. */
  used?: string
  revoked?: string
}

const keys: DemoKey[] = [
  {
    businessId: 'harbourside',
    name: 'Main bar tills',
    venueNo: '1',
    secret: demoTillSecret,
    made: 420,
    used: '2 hours',
  },
  { businessId: 'harbourside', name: 'Sports bar till', venueNo: '2', made: 57 },
  {
    businessId: 'harbourside',
    name: 'Bistro trial',
    venueNo: '1',
    made: 90,
    used: '61 days',
    revoked: '60 days',
  },
  { businessId: 'valley-golf', name: 'Pro shop till', venueNo: '1', made: 400, used: '1 day' },
]

/** Keys of the demo's tills. Nobody knows their secrets but that of the toy till: another that is to be tried needs a new one. */
export async function seedApiKeys(platform: Transaction): Promise<void> {
  for (const { businessId, name, venueNo, secret = newSecret(), made, used, revoked } of keys)
    await platform.asTenant(businessId, (tx) =>
      tx.run(sql`
        insert into api_key (business_id, name, venue_no, secret_hash, ending, created_by, created_at, last_used_at, revoked_at)
        values (${businessId}, ${name}, ${venueNo}, ${hashOf(secret)}, ${secret.slice(-4)}, 'Sam Super',
          now() - make_interval(days => ${made}), now() - ${used}::interval, now() - ${revoked}::interval)`),
    )
}
