import type { PermissionName } from '#contract/access/permissions.ts'
import { type OptionalFieldName, optionalFieldNames } from '#contract/members/member-fields.ts'
import type { ContactDetails, Member, MemberContacts } from '#contract/members/members.ts'
import type { ReadableMember } from '#contract/members/readable-member.ts'
import { can, type Who } from '#platform/access'

type Reader = Pick<Who, 'isSuperAdmin' | 'permissions'>
const canSome = (who: Reader, ...permissions: PermissionName[]) => permissions.some((one) => can(who, one))

/** True for those who read where a member is reached: they send invitations there. */
export function readsContacts(who: Reader): boolean {
  return canSome(who, 'Member.ReadDetails', 'Member.InviteToApp', 'Member.InviteToCard')
}

/** True for those who read when a member was born: the list of members has it. */
function readsBirthDate(who: Reader): boolean {
  return canSome(who, 'Member.ReadDetails', 'Member.Search')
}

/**
 * The member as this user may read it: what another module answers with to somebody who need not be allowed to read
 * members. What can be read is named here, with what it takes; what isn't named is a detail, and null.
 */
export function readableMember(who: Reader, member: Member): ReadableMember {
  if (can(who, 'Member.ReadDetails')) return member
  const contact = readsContacts(who) ? reachedBy : () => null
  return {
    ...unread,
    id: member.id,
    Meta: member.Meta,
    MembershipNumber: member.MembershipNumber,
    BadgeNumber: member.BadgeNumber,
    FirstName: member.FirstName,
    PreferredName: member.PreferredName,
    LastName: member.LastName,
    BirthDate: readsBirthDate(who) ? member.BirthDate : null,
    Status: member.Status,
    StatusDescription: member.StatusDescription,
    Financial: member.Financial,
    Standing: member.Standing,
    DateFinancial: member.DateFinancial,
    MemberLevel: member.MemberLevel,
    MemberLevelDescription: member.MemberLevelDescription,
    MembershipType: member.MembershipType,
    MembershipTypeDescription: member.MembershipTypeDescription,
    VenueNo: member.VenueNo,
    VenueName: member.VenueName,
    PointsBalance: member.PointsBalance,
    DefaultAddress: member.DefaultAddress,
    DefaultContactDetails: member.DefaultContactDetails,
    HomeContactDetails: contact(member.HomeContactDetails),
    WorkContactDetails: contact(member.WorkContactDetails),
    PostalContactDetails: contact(member.PostalContactDetails),
    DateUpdatedAtSource: member.DateUpdatedAtSource,
    Revision: member.Revision,
  }
}

const unread = {
  ...(Object.fromEntries(optionalFieldNames.map((field) => [field, null])) as Record<
    OptionalFieldName,
    null
  >),
  MemberKey: null,
  TitleDescription: null,
  HomeAddress: null,
  WorkAddress: null,
  PostalAddress: null,
  Overrides: null,
}

function reachedBy(details: ContactDetails | null) {
  if (!details) return null
  const { EmailAddress, MobileNumber } = details
  return {
    EmailAddress,
    MobileNumber,
    PhoneNumber: null,
    AcceptsPhoneMarketing: null,
    AcceptsMobileMarketing: null,
    AcceptsEmailMarketing: null,
  }
}

/** How a member is reached, as this user, who may search, may read it. */
export function readableContacts(who: Reader, contacts: MemberContacts): MemberContacts {
  if (readsContacts(who)) return contacts
  return { ...contacts, HomeContactDetails: null, WorkContactDetails: null, PostalContactDetails: null }
}
