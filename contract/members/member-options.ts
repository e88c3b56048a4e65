import { z } from 'zod'
import type { OptionListName } from '#contract/business/option-lists.ts'
import { oneVenue } from '#contract/business/venue-query.ts'
import { endpoint, mayAny } from '#contract/endpoint.ts'
import { done } from './members.ts'

const path = '/api/cherrypay/v1/{businessId}/hub-membership'

/** What a member's form calls the option lists. */
export const memberOptionLists = {
  'membership-types': 'MembershipType',
  'membership-levels': 'MemberLevel',
  statuses: 'Status',
  genders: 'Gender',
  titles: 'Title',
} as const satisfies Record<string, OptionListName>
export type MemberOptionList = keyof typeof memberOptionLists
const MemberOptionList = z.enum(
  Object.keys(memberOptionLists) as [MemberOptionList],
  'There is no list of that name.',
)

/** A value to choose in a member's form. A deprecated one is there only because the member has it. */
export const MemberOption = z.object({ Key: z.string(), Value: z.string(), IsDeprecated: z.boolean() })
export type MemberOption = z.infer<typeof MemberOption>

const query = z.object({
  /** Narrows the venues down to one, and the values to those that its members have; a new venue has them all. */
  venueId: oneVenue,
  /** The member whose own value has to be in the list, offered or not. */
  memberId: z.string().optional(),
})
const output = done(z.array(MemberOption))
const readOptions = mayAny(
  ['Member.ReadDetails', 'Member.Create', 'Member.Edit', 'Member.Import'],
  'HubMembership',
)

export const memberOptionsApi = {
  listMemberVenues: endpoint({
    method: 'GET',
    path: `${path}/venues`,
    title: 'Venues that a member can belong to',
    access: readOptions,
    shows: ['venue'],
    query,
    output,
  }),
  listMemberOptions: endpoint({
    method: 'GET',
    path: `${path}/{list}`,
    title: "Values of a field of a member's form",
    access: readOptions,
    shows: ['option'],
    params: { list: MemberOptionList },
    query,
    output,
  }),
}
