import { z } from 'zod'
import { oneVenue } from '#contract/business/venue-query.ts'
import { endpoint, signedIn } from '#contract/endpoint.ts'

// What lists of members say of them by the business's own words: apart from all else about options, as they come first.

/** The lists a business keeps for its members' fields. */
export const optionLists = ['Title', 'Gender', 'MemberLevel', 'MembershipType', 'Status'] as const
export const OptionListName = z.enum(optionLists, 'There is no list of that name.')
export type OptionListName = z.infer<typeof OptionListName>

/** An item of an option list. */
export const Option = z.object({ Key: z.string(), Value: z.string() })
export type Option = z.infer<typeof Option>

/** The fields of a member whose values come from the business's option lists. */
export const memberDataFields = [
  'Title',
  'Status',
  'Gender',
  'MemberLevel',
  'MemberLevelDescription',
  'MembershipType',
  'MembershipTypeDescription',
] as const
export const MemberDataField = z.enum(memberDataFields, 'There is no such field.')
export type MemberDataField = z.infer<typeof MemberDataField>

export const listMemberData = endpoint({
  method: 'GET',
  path: '/api/cherrypay/v1/{businessId}/configuration/member-data/{field}',
  title: "Values of a member's field",
  access: signedIn,
  shows: ['option'],
  params: { field: MemberDataField },
  query: z.object({
    /** Narrows them down to those that the venue's members have; a new venue has them all, and titles are everybody's. */
    venueId: oneVenue,
    /** With what is offered no more, for the names of what members still have. */
    includeRetired: z.enum(['true', 'false']).default('false'),
  }),
  output: z.object({ Results: z.array(Option) }),
})
