import { InvitationContact } from '#contract/invitation-contact.ts'
import type { Place } from '#contract/member-fields.ts'
import type { ContactDetails, Member } from '#contract/members.ts'
import { messages } from '#contract/messages.ts'
import { parse } from '#platform/http.ts'
import { invalid } from '#platform/refusal.ts'
import { saveMember, type Saving } from './member-changes.ts'

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

const noDetails: ContactDetails = {
  EmailAddress: null,
  MobileNumber: null,
  PhoneNumber: null,
  AcceptsPhoneMarketing: false,
  AcceptsMobileMarketing: false,
  AcceptsEmailMarketing: false,
}

/** Saves what was corrected of how a locked member is reached. */
export async function keepContact(
  call: Saving,
  title: string,
  member: Member,
  place: Place,
  contact: Contact,
): Promise<void> {
  const details = { ...(detailsOf(member, place) ?? noDetails), ...contact }
  await saveMember(call, title, member, { ...member, [`${place}ContactDetails`]: details })
}
