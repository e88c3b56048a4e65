import sql from 'sql-template-tag'
import { noTenant, type Transaction } from '#platform/database'

type Letter = {
  businessId: string
  kind: string
  to: string
  name: string
  daysAgo: number
  state: 'Sent' | 'Kept' | 'Failed'
  tries: number
  error?: string
}

const letters: Letter[] = [
  {
    businessId: 'harbourside',
    kind: 'invitation',
    to: 'reception@harbourside.example',
    name: 'Robin',
    daysAgo: 38,
    state: 'Sent',
    tries: 1,
  },
  {
    businessId: 'harbourside',
    kind: 'invitation',
    to: 'promotions@harbourside.example',
    name: 'Pat',
    daysAgo: 38,
    state: 'Sent',
    tries: 2,
  },
  {
    businessId: 'harbourside',
    kind: 'invitation',
    to: 'door@harbourside.exmple',
    name: 'Drew',
    daysAgo: 38,
    state: 'Failed',
    tries: 12,
    error: '550 5.1.2 The domain harbourside.exmple does not exist.',
  },
  {
    businessId: 'valley-golf',
    kind: 'invitation',
    to: 'admin@valley-golf.example',
    name: 'Vic',
    daysAgo: 21,
    state: 'Sent',
    tries: 1,
  },
  {
    businessId: noTenant,
    kind: 'reset',
    to: 'super@hub.example',
    name: 'Sam',
    daysAgo: 6,
    state: 'Kept',
    tries: 1,
  },
  {
    businessId: 'harbourside',
    kind: 'reset',
    to: 'finance@harbourside.example',
    name: 'Fran',
    daysAgo: 3,
    state: 'Kept',
    tries: 1,
  },
]

const texts: Record<string, { subject: string; text: string }> = {
  invitation: {
    subject: 'Your Hub account',
    text: 'You have been given an account in Hub. The link that was here has been used.',
  },
  reset: {
    subject: 'Choose a new Hub password',
    text: 'Somebody, you we hope, asked for a new password for your Hub account. The link that was here has expired.',
  },
}

/** Messages the demo's businesses have sent, one of them in vain. What is queued would be gone at once. */
export async function seedMessages(platform: Transaction): Promise<void> {
  for (const { businessId, kind, to, name, daysAgo, state, tries, error } of letters) {
    const { subject, text } = texts[kind]!
    await platform.asTenant(businessId, (tx) =>
      tx.run(sql`
        insert into outbox_message (business_id, channel, kind, recipient, subject, body, state, tries, last_error, created_at, sent_at)
        select ${businessId}, 'email', ${kind}, ${to}, ${subject}, ${`Hello ${name},\n\n${text}\n`}, ${state}, ${tries}, ${error},
          at, case when ${state} = 'Sent' then at + interval '2 seconds' end
        from (select now() - make_interval(days => ${daysAgo}) as at) moment`),
    )
  }
}
