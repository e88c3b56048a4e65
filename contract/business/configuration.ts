import { z } from 'zod'
import { CardProgram } from '#contract/cards/card-programs.ts'
import { endpoint, signedIn } from '#contract/endpoint.ts'
import { Business } from './business.ts'
import { oneVenue } from './venue-query.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration'

/** An item of an option list. */
export const Option = z.object({ Key: z.string(), Value: z.string() })
export type Option = z.infer<typeof Option>

/** The closed lists that can be asked for by name. */
export const enumNames = ['CalendarMonths', 'CherryPayCardOrderStatus', 'Timezone'] as const
export const EnumName = z.enum(enumNames, 'There is no list of that name.')
export type EnumName = z.infer<typeof EnumName>

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

export const configurationApi = {
  getConfiguration: endpoint({
    method: 'GET',
    path,
    title: 'Configuration of the business',
    access: signedIn,
    shows: ['business', 'venue', 'cardProgram'],
    /** With the card programs on offer; `listCardPrograms` has the retired ones, too. */
    output: Business.extend({ CardPrograms: z.array(CardProgram) }),
  }),
  listEnum: endpoint({
    method: 'GET',
    path: `${path}/enums/{name}`,
    title: 'A closed list',
    access: signedIn,
    // They are the same for ever.
    shows: [],
    params: { name: EnumName },
    output: z.object({ Results: z.array(Option) }),
  }),
  listMemberData: endpoint({
    method: 'GET',
    path: `${path}/member-data/{field}`,
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
  }),
}
