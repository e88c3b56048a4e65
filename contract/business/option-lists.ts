import { z } from 'zod'
import { endpoint, superAdministrator } from '#contract/endpoint.ts'
import { OptionListName } from '#contract/members/list/member-data.ts'
import { TypeTerm } from '#contract/members/type-terms.ts'
import { revision } from '#contract/revisions.ts'
import { needed } from '#contract/words/needed.ts'

export { OptionListName, optionLists } from '#contract/members/list/member-data.ts'

const path = '/api/cherrypay/v1/{businessId}/option-lists'

/** What people call each list: the field of a member that it is for. */
export const optionListLabels: Readonly<Record<OptionListName, string>> = {
  Title: 'Title',
  Gender: 'Gender',
  MemberLevel: 'Member level',
  MembershipType: 'Membership type',
  Status: 'Status',
}

/** An option: its key is what members carry and never changes, its value is what people read. */
export const ListedOption = z.object({
  Key: z.string(),
  Value: z.string(),
  IsRetired: z.boolean(),
  Position: z.number().int(),
  /** Of a membership type: how long it lasts, and what comes after. Null for others. */
  Lasting: TypeTerm.nullable(),
  /** Another one, once somebody has renamed, retired or brought it back. */
  Revision: z.string(),
})
export type ListedOption = z.infer<typeof ListedOption>

const OptionKey = z
  .string(needed('Key is required.'))
  .trim()
  .min(1, 'Key is required.')
  .max(40, 'The key can have 40 characters at the most.')
  // The signs that members are filtered with.
  .regex(/^[^,=&!]+$/, 'The key can not contain any of , = & and !.')
const OptionName = z
  .string(needed('Name is required.'))
  .trim()
  .min(1, 'Name is required.')
  .max(100, 'The name can have 100 characters at the most.')

export const NewOption = z.object({ Key: OptionKey, Value: OptionName })
/** What can be changed of an option. Its position counts from 0 among all of the list, and moves the others along. */
export const OptionChange = z.object({
  Value: OptionName.optional(),
  IsRetired: z.boolean().optional(),
  /** Of a membership type alone. */
  Lasting: TypeTerm.optional(),
  Position: z.int().min(0).max(10_000).optional(),
})

export const optionListsApi = {
  listOptionLists: endpoint({
    method: 'GET',
    path,
    title: 'Option lists of the business',
    access: superAdministrator,
    shows: ['option'],
    output: z.object({
      Results: z.array(z.object({ Name: OptionListName, Options: z.array(ListedOption) })),
    }),
  }),
  addOption: endpoint({
    method: 'POST',
    path: `${path}/{list}`,
    title: 'Add an option',
    access: superAdministrator,
    changes: ['option'],
    params: { list: OptionListName },
    body: NewOption,
    output: ListedOption,
  }),
  updateOption: endpoint({
    method: 'PATCH',
    path: `${path}/{list}/{key}`,
    title: 'Change, retire or bring back an option',
    access: superAdministrator,
    changes: ['option'],
    params: { list: OptionListName },
    query: z.object({ revision }),
    body: OptionChange,
    output: ListedOption,
  }),
}

/** Why a value is refused that its option list doesn't have. */
export function notOffered(value: string): string {
  return `'${value}' is not among the values of this field.`
}
