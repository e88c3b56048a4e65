import { z } from 'zod'
import { endpoint, superAdministrator } from './endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/option-lists'

/** The lists a business keeps for its members' fields. */
export const optionLists = ['Title', 'Gender', 'MemberLevel', 'MembershipType', 'Status'] as const
export const OptionListName = z.enum(optionLists, 'There is no list of that name.')
export type OptionListName = z.infer<typeof OptionListName>

/** An option: its key is what members carry and never changes, its value is what people read. */
export const ListedOption = z.object({
  Key: z.string(),
  Value: z.string(),
  IsRetired: z.boolean(),
  Position: z.number().int(),
})
export type ListedOption = z.infer<typeof ListedOption>

const Key = z
  .string()
  .trim()
  .min(1, 'Key is required.')
  .max(40)
  .regex(/^[^,=&!]+$/, 'The key can not contain , = & or !')
const Value = z.string().trim().min(1, 'Name is required.').max(100)

export const optionListsApi = {
  listOptionLists: endpoint({
    method: 'GET',
    path,
    title: 'Option lists of the business',
    access: superAdministrator,
    output: z.object({
      Results: z.array(z.object({ Name: OptionListName, Options: z.array(ListedOption) })),
    }),
  }),
  addOption: endpoint({
    method: 'POST',
    path: `${path}/{list}`,
    title: 'Add an option',
    access: superAdministrator,
    params: { list: OptionListName },
    body: z.object({ Key, Value }),
    output: ListedOption,
  }),
  updateOption: endpoint({
    method: 'PATCH',
    path: `${path}/{list}/{key}`,
    title: 'Change, retire or bring back an option',
    access: superAdministrator,
    params: { list: OptionListName },
    body: z.object({
      Value: Value.optional(),
      IsRetired: z.boolean().optional(),
      Position: z.number().int().min(0).max(10_000).optional(),
    }),
    output: ListedOption,
  }),
}
