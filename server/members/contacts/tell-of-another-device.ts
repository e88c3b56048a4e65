import sql from 'sql-template-tag'
import { greeting } from '#contract/words/one-line.ts'
import type { Transaction } from '#platform/database'
import { businessName } from '#server/business'
import { queueMany } from '#server/messaging'
import { type Reach, tellable } from './contact-change-record.ts'

/**
 * Tells all contacts on file for a member that what they had on one device is on another now, in case it wasn't them.
 * Each time takes a link of its own, and those are bounded.
 */
export async function tellOfAnotherDevice(tx: Transaction, memberId: string, thing: string): Promise<void> {
  const { reach, firstName } = await tx.one<{ reach: Reach; firstName: string }>(sql`
    select reach_of(home_contact, work_contact, postal_contact) as reach, coalesce(preferred_name, first_name) as "firstName"
    from member where business_id = ${tx.businessId} and member_id = ${memberId}`)
  const business = await businessName(tx)
  const news = `your ${thing} was opened on another device, and the one before doesn’t show it any more.`
  const letter = [greeting(firstName), `This is to tell you that ${news}`]
  const end = `If this wasn’t you, please tell ${business} at once.`
  const texts = {
    sms: { subject: null, body: `${business}: ${news} If this wasn’t you, please tell us at once.` },
    email: {
      subject: `Your ${thing} of ${business} was opened on another device`,
      body: `${[...letter, 'If you did this, there is nothing to do.', end, business].join('\n\n')}\n`,
    },
  }
  for (const channel of ['sms', 'email'] as const) {
    const contacts = tellable(reach).filter(({ by }) => by === channel)
    if (contacts.length === 0) continue
    await queueMany(
      tx,
      channel,
      'soon',
      contacts.map(({ to }) => ({ kind: 'another device', to, ...texts[channel] })),
    )
  }
}
