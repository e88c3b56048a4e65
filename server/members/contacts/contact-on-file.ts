import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Member } from '#contract/members/members.ts'
import {
  internationalMobile,
  isInternationalMobile,
  lacksCountryCode,
  tidyMobile,
} from '#contract/values/mobile.ts'
import { nobody } from '#platform/access'
import type { Queries } from '#platform/database'
import { readMember } from '#server/members/record'
import type { Contact } from './invitation-contact.ts'

type Channel = 'sms' | 'email'
const anyChannel: readonly Channel[] = ['sms', 'email']

/**
 * Where another link goes to something that was sent before: there, as far as that is still on file for the member whose
 * it is, or else to what is on file now. Who has a former contact, and the code that was sent there, would otherwise have
 * what is the member's. Null if nothing is on file; what belongs to no member goes where it went.
 */
export async function contactForLink(
  db: Queries,
  memberId: string | null,
  sentTo: Contact,
  channels: readonly Channel[] = anyChannel,
): Promise<Contact | null> {
  if (memberId === null) return sentTo
  const kept = await stillOnFile(db, memberId, sentTo)
  if (leadsSomewhere(kept, channels)) return kept
  return contactOnFile(await readMember(db, nobody, memberId, { isDeletedToo: true }), channels)
}

/**
 * The same for what was ordered and is sent only now. A contact counts, too, that isn't on file where those on file were
 * told of it when it was ordered, and didn't stop it.
 */
export async function contactForOrdered(
  db: Queries,
  memberId: string,
  wanted: Contact,
): Promise<Contact | null> {
  const kept = await stillOnFile(db, memberId, wanted, { orTold: true })
  return leadsSomewhere(kept, anyChannel) ? kept : contactForLink(db, memberId, wanted)
}

/**
 * What of a contact is on file for a member, at whatever place, and however it is written there: as messages are sent to it,
 * so nothing of a number that is none.
 */
export async function stillOnFile(
  db: Queries,
  memberId: string,
  { MobileNumber, EmailAddress }: Contact,
  { orTold = false } = {},
): Promise<Contact> {
  const keysOf = (field: keyof Contact, value: string | null) =>
    sql`reach_keys(jsonb_build_object('Home', jsonb_build_object(${field}::text, ${value}::text)))`
  const known = await db.one<{ mobile: boolean; email: boolean }>(sql`
    select ${keysOf('MobileNumber', MobileNumber)} <@ known.keys as mobile,
      ${keysOf('EmailAddress', EmailAddress)} <@ known.keys as email
    from member m, lateral (
      select reach_keys(reach_of(m.home_contact, m.work_contact, m.postal_contact)) || array(
        select key from contact_change c, unnest(reach_keys(c.after)) key
        where ${orTold} and c.business_id = m.business_id and c.member_id = m.member_id
          and c.kind = 'SentElsewhere' and c.undone_at is null and key <> all (reach_keys(c.before))) as keys
    ) known
    where m.business_id = ${db.businessId} and m.member_id = ${memberId}`)
  return {
    MobileNumber: known.mobile ? mobileOf(MobileNumber ?? '') : null,
    EmailAddress: known.email ? EmailAddress : null,
  }
}

/** A mark of all that is on file of how a member is reached: another one once any of it has changed. */
export async function reachMark(db: Queries, memberId: string): Promise<string> {
  const { mark } = await db.one<{ mark: string }>(sql`
    select encode(sha256(convert_to(
      reach_key(reach_of(home_contact, work_contact, postal_contact)), 'UTF8')), 'hex') as mark
    from member where business_id = ${db.businessId} and member_id = ${memberId}`)
  return mark
}

/**
 * For a contact that isn't on file for a member, the mark of what is; null for one that is. It may have been on file when
 * somebody wrote it down, and the member have left it since: the mark of then is another one.
 */
export async function reachedElsewhere(
  db: Queries,
  memberId: string,
  contact: Contact,
): Promise<string | null> {
  const known = await stillOnFile(db, memberId, contact)
  const isOnFile = known.MobileNumber === contact.MobileNumber && known.EmailAddress === contact.EmailAddress
  return isOnFile ? null : reachMark(db, memberId)
}

/**
 * How a member is reached whom nobody looks at before: by their default contact, or else any other, as far as there is
 * one that a message can be sent to; a mobile number with the country code that people at home leave out.
 */
export function contactOnFile(member: Member, channels: readonly Channel[] = anyChannel): Contact | null {
  const places = [member.DefaultContactDetails, 'Home', 'Work', 'Postal'] as const
  const contacts = places.map((place) => {
    const details = member[`${place}ContactDetails`]
    const email = z.email().safeParse(details?.EmailAddress?.trim().toLowerCase())
    return {
      MobileNumber: mobileOf(details?.MobileNumber ?? ''),
      EmailAddress: email.success ? email.data : null,
    }
  })
  return contacts.find((contact) => leadsSomewhere(contact, channels)) ?? null
}

function leadsSomewhere({ MobileNumber, EmailAddress }: Contact, channels: readonly Channel[]): boolean {
  return (
    (channels.includes('sms') && MobileNumber !== null) ||
    (channels.includes('email') && EmailAddress !== null)
  )
}

function mobileOf(mobile: string): string | null {
  const whole = lacksCountryCode(mobile) ? internationalMobile(mobile) : tidyMobile(mobile)
  return isInternationalMobile(whole) ? whole : null
}
