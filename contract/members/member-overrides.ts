import { z } from 'zod'
import type { OptionListName } from '#contract/business/option-lists.ts'
import { endpoint, may, mayToMember } from '#contract/endpoint.ts'
import type { MemberFields } from './member-fields.ts'
import { Member } from './members.ts'

const path = '/api/cherrypay/v1/{businessId}/members'

type Overridable = { label: string; kind: 'text' | 'date' | 'option'; list?: OptionListName }

/** The properties that can be set one by one, without editing the member. */
export const overridable = {
  PreferredName: { label: 'Preferred Name', kind: 'text' },
  BadgeNumber: { label: 'Badge Number', kind: 'text' },
  CardNumber: { label: 'Card Number', kind: 'text' },
  Status: { label: 'Status', kind: 'option', list: 'Status' },
  MemberLevel: { label: 'Member Level', kind: 'option', list: 'MemberLevel' },
  DateRenewed: { label: 'Date Renewed', kind: 'date' },
  DateFinancial: { label: 'Date Financial', kind: 'date' },
} as const satisfies Partial<Record<keyof MemberFields, Overridable>>
export type OverridableKey = keyof typeof overridable

export const OverridableProperty = z.object({
  Key: z.string(),
  Label: z.string(),
  Kind: z.enum(['text', 'date', 'option']),
  /** The field of `configuration/member-data` whose values it takes; null where it isn't chosen from a list. */
  OptionList: z.string().nullable(),
})
export type OverridableProperty = z.infer<typeof OverridableProperty>

export const memberOverridesApi = {
  listOverridableProperties: endpoint({
    method: 'GET',
    path: `${path}/overridable-properties`,
    title: 'Properties of a member that can be overridden',
    access: may('Member.ReadDetails'),
    // They are the same for ever.
    shows: [],
    output: z.object({ Results: z.array(OverridableProperty) }),
  }),
  overrideMemberProperty: endpoint({
    method: 'PATCH',
    path: `${path}/{memberId}/override-property`,
    title: 'Override a property of a member',
    access: mayToMember('Member.Edit', 'HubMembership'),
    changes: ['member'],
    withoutRevision: 'It overrides one property outright: that is what it is for.',
    body: z.object({
      Key: z.enum(Object.keys(overridable) as [OverridableKey], 'This property can not be overridden.'),
      /** Empty or null empties the property. */
      Value: z.string().max(200).nullable(),
    }),
    output: Member,
  }),
}
