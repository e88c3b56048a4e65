import { z } from 'zod'
import { mayCreateMembers, mayDeleteMembers } from '#contract/access/shared-reads.ts'
import { endpoint, may, mayAny, mayToMember } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { needed } from '#contract/words/needed.ts'
import {
  exportMembers,
  listMembers,
  MemberListItem,
  membersPath as path,
  stored,
  storedDay,
} from './list/member-list.ts'
import {
  checkDates,
  isDayField,
  keptCode,
  MemberFields,
  type OptionalFieldName,
  optionalFieldNames,
  optionalText,
  Place,
} from './member-fields.ts'
import { FilterQuery } from './member-filter.ts'

export { type FoundMember, MemberListItem, memberSearch } from './list/member-list.ts'

const text = messages.members
const hubPath = '/api/cherrypay/v1/{businessId}/hub-membership/members'

export const Address = z.object({
  AddressLine1: stored,
  AddressLine2: stored,
  Suburb: stored,
  State: stored,
  PostCode: stored,
  Country: stored,
})
export type Address = z.infer<typeof Address>

export const ContactDetails = z.object({
  EmailAddress: stored,
  MobileNumber: stored,
  PhoneNumber: stored,
  AcceptsPhoneMarketing: z.boolean(),
  AcceptsMobileMarketing: z.boolean(),
  AcceptsEmailMarketing: z.boolean(),
})
export type ContactDetails = z.infer<typeof ContactDetails>

const Reachable = ContactDetails.pick({ EmailAddress: true, MobileNumber: true }).nullable()

/** How a member is reached: asked for by whoever is about to, and in no list. */
export const MemberContacts = z.object({
  DefaultContactDetails: Place,
  HomeContactDetails: Reachable,
  WorkContactDetails: Reachable,
  PostalContactDetails: Reachable,
})
export type MemberContacts = z.infer<typeof MemberContacts>

const storedFields = Object.fromEntries(
  optionalFieldNames.map((field) => [field, isDayField(field) ? storedDay : stored]),
) as { [Field in OptionalFieldName]: typeof stored }

export const Member = MemberListItem.extend({
  ...storedFields,
  /** Only a super administrator meets a member who has been deleted. */
  Meta: z.object({
    Id: z.string(),
    DateCreated: z.iso.datetime(),
    DateDeleted: z.iso.datetime().nullable(),
  }),
  MemberKey: z.string(),
  VenueNo: z.string(),
  VenueName: z.string(),
  MembershipType: z.string(),
  /** What the business calls the title and the status by now. */
  TitleDescription: stored,
  StatusDescription: stored,
  DefaultAddress: Place,
  DefaultContactDetails: Place,
  HomeAddress: Address.nullable(),
  WorkAddress: Address.nullable(),
  PostalAddress: Address.nullable(),
  HomeContactDetails: ContactDetails.nullable(),
  WorkContactDetails: ContactDetails.nullable(),
  PostalContactDetails: ContactDetails.nullable(),
  PointsBalance: z.number(),
  DateUpdatedAtSource: z.iso.datetime(),
  /** Grows with every change: a save names the one it started from. */
  Revision: z.number().int(),
  /** The properties that somebody has overridden, and who did so last. */
  Overrides: z.array(z.object({ Key: z.string(), ActorName: z.string(), At: z.iso.datetime() })),
})
export type Member = z.infer<typeof Member>

/** What the hub-membership calls answer. */
export const done = <Data extends z.ZodType>(data: Data) =>
  z.object({ ok: z.boolean(), data, message: z.string() })

/** Takes badge and card numbers that other members have from them; without it they are refused. */
const moveCodes = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

export const membersApi = {
  listMembers,
  exportMembers,
  countEligibleMembers: endpoint({
    method: 'GET',
    path: '/api/cherrypass/v1/{businessId}/events/eligible-member-count',
    title: 'How many members a filter query leaves',
    access: mayAny(['Member.ReadDetails', 'Event.Manage']),
    shows: ['member', 'option'],
    query: z.object({ memberFilterQuery: FilterQuery.optional() }),
    output: z.object({ Count: z.number().int() }),
  }),
  getMember: endpoint({
    method: 'GET',
    path: `${path}/{memberId}`,
    title: 'A member',
    access: may('Member.ReadDetails'),
    shows: ['member', 'points', 'option'],
    output: z.object({ Results: z.array(Member) }),
  }),
  getMemberContacts: endpoint({
    method: 'GET',
    path: `${path}/{memberId}/contacts`,
    title: 'How a member is reached',
    access: may('Member.Search'),
    shows: ['member'],
    /** All null to those who have no use for it: it takes a permission to read details or to invite. */
    output: MemberContacts,
  }),
  createMember: endpoint({
    method: 'POST',
    path: hubPath,
    title: 'Create a member',
    access: mayCreateMembers,
    changes: ['member'],
    query: z.object({ venueId: z.string(needed(text.venueRequired)).min(1, text.venueRequired), moveCodes }),
    body: MemberFields.extend({ MemberKey: optionalText(64) }).superRefine(checkDates),
    output: done(Member),
  }),
  updateMember: endpoint({
    method: 'PUT',
    path: `${hubPath}/{memberId}`,
    title: 'Change a member',
    access: mayToMember('Member.Edit', 'HubMembership'),
    changes: ['member'],
    query: z.object({ revision: z.coerce.number().int().optional(), moveCodes }),
    /** One that says nothing of the membership number keeps it; null takes it away. */
    body: MemberFields.extend({ MembershipNumber: keptCode }).superRefine(checkDates),
    output: done(Member),
  }),
  deleteMember: endpoint({
    method: 'DELETE',
    path: `${hubPath}/{memberId}`,
    title: 'Delete a member',
    access: mayDeleteMembers,
    changes: ['member'],
    output: done(z.null()),
  }),
  restoreMember: endpoint({
    method: 'POST',
    path: `${hubPath}/{memberId}/restore`,
    title: 'Restore a deleted member',
    access: mayToMember('Member.Delete'),
    changes: ['member'],
    output: done(Member),
  }),
}
