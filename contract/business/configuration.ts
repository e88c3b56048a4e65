import { z } from 'zod'
import { CardProgram } from '#contract/cards/card-programs.ts'
import { endpoint, signedIn } from '#contract/endpoint.ts'
import { listMemberData, Option } from '#contract/members/list/member-data.ts'
import { Business } from './business.ts'

export { MemberDataField, memberDataFields, Option } from '#contract/members/list/member-data.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration'

/** The closed lists that can be asked for by name. */
export const enumNames = ['CalendarMonths', 'CherryPayCardOrderStatus', 'Timezone'] as const
export const EnumName = z.enum(enumNames, 'There is no list of that name.')
export type EnumName = z.infer<typeof EnumName>

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
  listMemberData,
}
