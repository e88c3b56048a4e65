import { z } from 'zod'
import { endpoint, may, page, paging } from './endpoint.ts'
import { messages } from './messages.ts'

const text = messages.members
const path = '/api/cherrypay/v1/{businessId}/members'
const hubPath = '/api/cherrypay/v1/{businessId}/hub-membership'

/** Which of the three addresses or contact details is meant. */
export const places = ['Home', 'Work', 'Postal'] as const
export const Place = z.enum(places)
export type Place = z.infer<typeof Place>

/** Empty text is no text: it is stored and sent as null. */
const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((value) => value || null)

const day = z.iso
  .date('Enter a date.')
  .nullish()
  .transform((value) => value ?? null)

export const Address = z.object({
  AddressLine1: optional(200),
  AddressLine2: optional(200),
  Suburb: optional(100),
  State: optional(50),
  PostCode: optional(20),
  Country: optional(100),
})
export type Address = z.infer<typeof Address>

const email = (message: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .nullish()
    .transform((value) => value || null)
    .pipe(z.email(message).max(320, message).nullable())

const contact = (invalidEmail: string) =>
  z.object({
    EmailAddress: email(invalidEmail),
    MobileNumber: optional(30),
    PhoneNumber: optional(30),
    AcceptsPhoneMarketing: z.boolean().default(false),
    AcceptsMobileMarketing: z.boolean().default(false),
    AcceptsEmailMarketing: z.boolean().default(false),
  })
export const ContactDetails = contact('Invalid email address.')
export type ContactDetails = z.infer<typeof ContactDetails>

/** What people fill in of a member. */
export const MemberFields = z.object({
  MembershipNumber: optional(40),
  BadgeNumber: optional(40),
  CardNumber: optional(40),
  MembershipType: z.string(text.typeRequired).trim().min(1, text.typeRequired).max(40),
  MemberLevel: optional(40),
  Status: optional(40),
  Title: optional(40),
  FirstName: z.string(text.firstNameRequired).trim().min(1, text.firstNameRequired).max(100),
  PreferredName: optional(100),
  MiddleName: optional(100),
  LastName: z.string(text.lastNameRequired).trim().min(1, text.lastNameRequired).max(100),
  BirthDate: day,
  Gender: optional(40),
  Nationality: optional(100),
  Occupation: optional(100),
  DateJoined: day,
  DateRenewed: day,
  DateFinancial: day,
  DefaultAddress: Place.default('Home'),
  HomeAddress: Address.nullish(),
  WorkAddress: Address.nullish(),
  PostalAddress: Address.nullish(),
  DefaultContactDetails: Place.default('Home'),
  HomeContactDetails: contact(text.invalidHomeEmail).nullish(),
  WorkContactDetails: contact(text.invalidWorkEmail).nullish(),
  PostalContactDetails: contact(text.invalidPostalEmail).nullish(),
})
export type MemberFields = z.infer<typeof MemberFields>

export const Member = MemberFields.extend({
  id: z.string(),
  Meta: z.object({ Id: z.string(), DateCreated: z.iso.datetime() }),
  MemberKey: z.string(),
  VenueNo: z.string(),
  VenueName: z.string(),
  Financial: z.boolean(),
  MemberLevelDescription: z.string().nullable(),
  MembershipTypeDescription: z.string().nullable(),
  PointsBalance: z.number(),
  DateUpdatedAtSource: z.iso.datetime(),
  /** Grows with every change: a save names the one it started from. */
  Revision: z.number().int(),
})
export type Member = z.infer<typeof Member>

export const MemberListItem = z.object({
  id: z.string(),
  MembershipNumber: z.string().nullable(),
  BadgeNumber: z.string().nullable(),
  FirstName: z.string(),
  PreferredName: z.string().nullable(),
  LastName: z.string(),
  BirthDate: z.iso.date().nullable(),
  Status: z.string().nullable(),
  Financial: z.boolean(),
  DateFinancial: z.iso.date().nullable(),
  MemberLevelDescription: z.string().nullable(),
  MembershipTypeDescription: z.string().nullable(),
  DefaultAddress: Place,
  DefaultContactDetails: Place,
  HomeContactDetails: ContactDetails.pick({ EmailAddress: true, MobileNumber: true }).nullable(),
  WorkContactDetails: ContactDetails.pick({ EmailAddress: true, MobileNumber: true }).nullable(),
  PostalContactDetails: ContactDetails.pick({ EmailAddress: true, MobileNumber: true }).nullable(),
})
export type MemberListItem = z.infer<typeof MemberListItem>

/** What the hub-membership calls answer. */
const done = <Data extends z.ZodType>(data: Data) => z.object({ ok: z.boolean(), data, message: z.string() })

/** The searches of the list, the export and the bulk actions. */
export const memberSearch = {
  q: z.string().max(200).optional(),
  membershipNumber: z.string().max(40).optional(),
  /** A member filter query. */
  filter: z.string().max(4000).optional(),
}

const edit = may('Member.ReadDetails', 'HubMembership')

export const membersApi = {
  listMembers: endpoint({
    method: 'GET',
    path,
    title: 'Members',
    access: may('Member.Search'),
    query: z.object({ ...paging, ...memberSearch }),
    output: page(MemberListItem),
  }),
  getMember: endpoint({
    method: 'GET',
    path: `${path}/{memberId}`,
    title: 'A member',
    access: may('Member.ReadDetails'),
    output: z.object({ Results: z.array(Member) }),
  }),
  createMember: endpoint({
    method: 'POST',
    path: `${hubPath}/members`,
    title: 'Create a member',
    access: edit,
    query: z.object({ venueId: z.string(text.venueRequired).min(1, text.venueRequired) }),
    body: MemberFields.extend({ MemberKey: optional(64) }),
    output: done(Member),
  }),
  updateMember: endpoint({
    method: 'PUT',
    path: `${hubPath}/members/{memberId}`,
    title: 'Change a member',
    access: edit,
    /** The revision the change started from; without one the last save wins. */
    query: z.object({ revision: z.coerce.number().int().optional() }),
    body: MemberFields,
    output: done(Member),
  }),
  deleteMember: endpoint({
    method: 'DELETE',
    path: `${hubPath}/members/{memberId}`,
    title: 'Delete a member',
    access: edit,
    output: done(z.null()),
  }),
}
