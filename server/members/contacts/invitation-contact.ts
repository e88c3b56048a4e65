import sql from 'sql-template-tag'
import { InvitationContact } from '#contract/members/invitation-contact.ts'
import type { Place } from '#contract/members/member-fields.ts'
import { type ContactDetails, type Member, membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { mayCall } from '#platform/access'
import { parse, forbidden, invalid } from '#platform/refusals'
import { readLicences } from '#server/business'
import { saveMember, type Saving } from '#server/members/changes'
import { type Reach, tellable } from './contact-change-record.ts'
import { noDetails } from './contact-details.ts'
import { startTellingContacts } from './tell-contact-changes.ts'

/** Where an invitation can go. */
export type Contact = Pick<ContactDetails, 'MobileNumber' | 'EmailAddress'>

const text = messages.cardInvitation
const detailsOf = (member: Member, place: Place) => member[`${place}ContactDetails`]

/** How the member is reached: as was said, or else as it is stored, by the same rules. */
export function contactOf(member: Member, place: Place, given: InvitationContact): Contact {
  const stored = detailsOf(member, place)
  const { MobileNumber = null, EmailAddress = null } = parse(InvitationContact, {
    MobileNumber: given.MobileNumber === undefined ? stored?.MobileNumber : given.MobileNumber,
    EmailAddress: given.EmailAddress === undefined ? stored?.EmailAddress : given.EmailAddress,
  })
  if (MobileNumber === null && EmailAddress === null)
    throw invalid(text.mobileRequired, {
      MobileNumber: text.mobileRequired,
      EmailAddress: text.emailRequired,
    })
  return { MobileNumber, EmailAddress }
}

/**
 * Settles what becomes of the contact that something is sent to. Whoever may edit the locked member corrects the record
 * with it. For others the record stays as it is, and where they send something to a contact that isn't on it, those on
 * it are told, and can stop it.
 */
export async function settleContact(
  call: Saving,
  title: string,
  member: Member,
  place: Place,
  contact: Contact,
): Promise<void> {
  if (mayCall(call.who, membersApi.updateMember.access, await readLicences(call.db))) {
    const details = { ...(detailsOf(member, place) ?? noDetails), ...contact }
    await saveMember(call, title, member, { ...member, [`${place}ContactDetails`]: details })
  } else await tellOfOtherContact(call, member, place, contact)
}

async function tellOfOtherContact(
  { db }: Saving,
  { id }: Member,
  place: Place,
  contact: Contact,
): Promise<void> {
  const { isOnFile, reach } = await db.one<{ isOnFile: boolean; reach: Reach }>(sql`
    select reach_keys(jsonb_build_object('Home', ${contact}::jsonb)) <@ reach_keys(known.reach) as "isOnFile", known.reach
    from member m, lateral (select reach_of(m.home_contact, m.work_contact, m.postal_contact) as reach) known
    where m.business_id = ${db.businessId} and m.member_id = ${id}`)
  if (isOnFile) return
  if (tellable(reach).length === 0)
    throw forbidden(
      'There is no contact on file that could be told. Ask somebody who may edit members to add one first.',
    )
  await db.run(sql`
    insert into contact_change (business_id, member_id, kind, before, after, lasting)
    select m.business_id, m.member_id, 'SentElsewhere', r.reach, r.reach || jsonb_build_object(${place}::text, ${contact}::jsonb),
      reach_keys(r.reach)
    from member m, lateral (select reach_of(m.home_contact, m.work_contact, m.postal_contact) as reach) r
    where m.business_id = ${db.businessId} and m.member_id = ${id}`)
  await startTellingContacts(db)
}
