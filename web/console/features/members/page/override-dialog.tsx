import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { MemberDataField, configurationApi } from '#contract/business/configuration.ts'
import {
  memberOverridesApi,
  type OverridableKey,
  type OverridableProperty,
} from '#contract/members/member-overrides.ts'
import { membersApi, type Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { useKeepMember } from '#features/members/keep-member.ts'
import { OptionField } from '#features/members/form/option-field.tsx'

const text = messages.members

const Override = z.object({ Value: z.string().nullable() })
type Values = z.infer<typeof Override>

type Props = { member: Member; property: OverridableProperty; onClose: () => void }

/** Sets one property of a member, and leaves the rest alone. */
export function OverrideDialog({ member, property, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const keep = useKeepMember(businessId)
  const { run } = useAction(memberOverridesApi.overrideMemberProperty, {
    success: text.updated,
    // The answer is the member, and is kept.
    except: [membersApi.getMember],
  })
  const key = property.Key as OverridableKey
  const current = member[key]

  async function save({ Value }: Values) {
    const answer = await run({ params: { businessId, memberId: member.id }, body: { Key: key, Value } })
    if (answer.ok) keep(answer.data)
    return answer.ok ? answer : { ok: false, errors: { Value: answer.message } }
  }

  return (
    <FormModal
      title={`Override ${property.Label}`}
      submitLabel="Save"
      size="sm"
      schema={Override}
      initialValues={{ Value: current ?? (property.Kind === 'date' ? null : '') }}
      draft={keptAs(`override ${key} ${member.id}`)}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => <PropertyField property={property} form={form} />}
    </FormModal>
  )
}

type FieldProps = { property: OverridableProperty; form: UseFormReturnType<Values> }

function PropertyField({ property, form }: FieldProps) {
  const input = { label: property.Label, ...form.getInputProps('Value') }
  if (property.Kind === 'date') return <DateField {...input} />
  const list = MemberDataField.safeParse(property.OptionList).data
  return list ? <ListedField field={list} {...input} /> : <TextInput {...input} />
}

function ListedField({ field, ...input }: { field: MemberDataField; label: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(configurationApi.listMemberData, { params: { businessId, field } })
  return <OptionField {...input} options={data?.Results ?? []} isLoading={!data} />
}
