import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { isOpenTo } from '#console/access.ts'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { passesApi } from '#contract/passes/passes.ts'
import { requestsApi, type RequestDetail } from '#contract/requests/requests.ts'
import { Acceptance, NotifyBy } from '#contract/requests/decisions.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NotifyField, usualWay } from './notify-field.tsx'

/** What the dialog holds: texts, of which an empty one is none. */
const AcceptanceForm = z
  .object({
    MemberId: z.string(),
    MembershipNumber: z.string(),
    MembershipType: z.string(),
    MemberLevel: z.string(),
    VenueNo: z.string(),
    NotifyBy,
    PassConfigurationId: z.string(),
  })
  .transform((values): z.input<typeof Acceptance> => ({
    ...values,
    MemberId: values.MemberId || null,
    PassConfigurationId: values.PassConfigurationId || null,
  }))
  .pipe(Acceptance)
type Values = z.input<typeof AcceptanceForm>

type Props = {
  request: RequestDetail
  /** The member to attach it to; null for a new one. */
  memberId: string | null
  onClose: () => void
}

/** Makes the applicant a member, or attaches the request to one there is. */
export function AcceptDialog({ request, memberId, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(requestsApi.acceptMembershipRequest, {
    success: 'Request accepted.',
  })
  const { Proposal, SessionId } = request
  const values: Values = {
    MemberId: memberId ?? '',
    MembershipNumber: Proposal.MembershipNumber,
    MembershipType: Proposal.MembershipType ?? '',
    MemberLevel: '',
    VenueNo: Proposal.VenueNo ?? '',
    NotifyBy: usualWay(request),
    PassConfigurationId: '',
  }
  return (
    <FormModal
      title="Accept the request"
      submitLabel="Accept"
      schema={AcceptanceForm}
      initialValues={values}
      onSubmit={(body) => run({ params: { businessId, sessionId: SessionId }, body })}
      onClose={onClose}
      draft={keptAs(`acceptance ${SessionId}`)}
    >
      {(form) => <Fields form={form} request={request} />}
    </FormModal>
  )
}

type FieldsProps = { form: UseFormReturnType<Values>; request: RequestDetail }

function Fields({ form, request }: FieldsProps) {
  const isNew = form.values.MemberId === ''
  return (
    <>
      <MemberField form={form} request={request} />
      {isNew && (
        <TextInput
          label="Membership number"
          description="Empty for the next in the sequence."
          {...form.getInputProps('MembershipNumber')}
        />
      )}
      <ListedField label="Membership type" field="MembershipType" none="Select a type" form={form} required />
      <ListedField
        label="Member level"
        field="MemberLevel"
        none={isNew ? 'No level' : 'As it is'}
        form={form}
      />
      {isNew && <VenueField form={form} />}
      <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
      <PassField form={form} />
      <Text size="sm">
        {isNew ? (
          <>
            The member will be financial until <DateText value={request.Proposal.DateFinancial} />.
          </>
        ) : (
          'What the member lacks is filled in from the request, and the financial date moves on by one term.'
        )}
      </Text>
    </>
  )
}

function MemberField({ form, request }: FieldsProps) {
  const members = request.PossibleDuplicates ?? []
  if (members.length === 0) return null
  const options = members.map(({ id, MembershipNumber, FirstName, LastName }) => ({
    Key: id,
    Value: `${MembershipNumber ?? ''} ${FirstName} ${LastName}`,
  }))
  return (
    <NativeSelect
      label="Member"
      data={choices(options, 'A new member')}
      {...form.getInputProps('MemberId')}
    />
  )
}

type ListedProps = {
  label: string
  field: 'MembershipType' | 'MemberLevel'
  none: string
  required?: boolean
  form: FieldsProps['form']
}

function ListedField({ label, field, none, required = false, form }: ListedProps) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(configurationApi.listMemberData, { params: { businessId, field } })
  return (
    <NativeSelect
      label={label}
      required={required}
      data={choices(data?.Results, none)}
      {...form.getInputProps(field)}
    />
  )
}

function VenueField({ form }: Pick<FieldsProps, 'form'>) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(venuesApi.listVenues, { params: { businessId } })
  const open = data?.Results.filter(({ Enabled }) => Enabled)
  const venues = open?.map(({ VenueNo, DisplayName }) => ({ Key: VenueNo, Value: DisplayName }))
  return (
    <NativeSelect
      label="Venue"
      required
      data={choices(venues, 'Select a venue')}
      {...form.getInputProps('VenueNo')}
    />
  )
}

/** Sends the new member the invitation to a digital card in the same step, for those who may. */
function PassField({ form }: Pick<FieldsProps, 'form'>) {
  const { BusinessId: businessId } = useBusiness()
  const mayInvite = isOpenTo(useMe(), passesApi.inviteToPass.access)
  const { data } = useRead(passesApi.listPassesToSend, mayInvite ? { params: { businessId } } : null)
  if (!data || data.Results.length === 0) return null
  // Those that are meant for new members come first.
  const designs = data.Results.toSorted(
    (one, other) => Number(other.IsForNewMembers) - Number(one.IsForNewMembers),
  )
  const options = designs.map(({ PassConfigurationId, DisplayName }) => ({
    Key: PassConfigurationId,
    Value: DisplayName,
  }))
  return (
    <NativeSelect
      label="Digital membership card"
      description="The invitation goes out as soon as the request is accepted."
      data={choices(options, 'No invitation')}
      {...form.getInputProps('PassConfigurationId')}
    />
  )
}

function choices(options: readonly { Key: string; Value: string }[] = [], none: string) {
  return [{ value: '', label: none }, ...options.map(({ Key, Value }) => ({ value: Key, label: Value }))]
}
