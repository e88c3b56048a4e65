import { Checkbox, NativeSelect, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import {
  cardIssueApi,
  cardTypeOf,
  invitationFieldsOf,
  isSmsOptional,
  type CardType,
} from '#contract/cards/card-issue.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { InvitationContactFields, noContact, type ContactValues } from '#parts/invitation-contact.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { notLoaded } from '#ui/form/why-not.ts'
import { useProgramsFor } from '#features/cards/programs/programs-for.ts'
import { valueRange } from '#features/cards/programs/value-range.ts'

const text = messages.cardInvitation

type Props = {
  member: MemberListItem
  /** The type of card to send; null to choose among all programs. */
  cardType: CardType | null
  title: string
  onClose: () => void
}

type Values = ContactValues & {
  InitialCardValue: number | ''
  SendAppDownloadSMS: boolean
}
type Form = UseFormReturnType<Values>

/** Sends a member a card, and says in its place that it was sent. */
export function MemberCardDialog({ member, cardType, title, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { programs, error, retry } = useProgramsFor(member.id, cardType)
  const { run } = useAction(cardIssueApi.issueMemberCard, {
    success: text.sentToast,
    failure: text.failed,
    outlivesReload: true,
  })
  const [chosenId, choose] = useState('')
  const program = programs?.find(({ CardProgramId }) => CardProgramId === chosenId) ?? programs?.[0]
  return (
    <FormModal
      title={title}
      submitLabel="Send"
      checksOnChange
      whyNot={program ? null : programs ? 'There is no card to send.' : notLoaded(error)}
      done={text.sent}
      schema={invitationFieldsOf(program)}
      initialValues={{
        ...noContact,
        InitialCardValue: 0,
        SendAppDownloadSMS: true,
      }}
      onSubmit={async (body) => {
        if (!program) return { ok: false }
        const { CardProgramId, ProgramType } = program
        const params = { businessId, memberId: member.id, cardType: cardTypeOf(ProgramType) }
        return fieldsOf(await run({ params, body: { ...body, CardProgramId } }))
      }}
      onClose={onClose}
      draft={keptAs(`card ${cardType} ${member.id}`, { chosen: [chosenId, choose] })}
    >
      {(form) => (
        <>
          <Text fw={600}>
            {member.FirstName} {member.LastName}
          </Text>
          {!programs && error && (
            <ErrorState title={messages.members.formFailed} detail={error.message} onRetry={retry} />
          )}
          {!programs && !error && <Skeleton height="16rem" />}
          {programs?.length === 0 && <EmptyState text="There is no card program whose cards can be sent." />}
          {programs && program && <ProgramField programs={programs} program={program} onChoose={choose} />}
          {program && <Fields form={form} member={member} program={program} />}
        </>
      )}
    </FormModal>
  )
}

type ProgramFieldProps = {
  programs: readonly CardProgram[]
  program: CardProgram
  onChoose: (cardProgramId: string) => void
}

function ProgramField({ programs, program, onChoose }: ProgramFieldProps) {
  if (programs.length === 1) return <Text>{program.Description}</Text>
  return (
    <NativeSelect
      label="Card program"
      data={programs.map(({ CardProgramId, Description }) => ({ value: CardProgramId, label: Description }))}
      value={program.CardProgramId}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

type FieldsProps = { form: Form; member: MemberListItem; program: CardProgram }

function Fields({ form, member, program }: FieldsProps) {
  return (
    <>
      <InvitationContactFields form={form} member={member} />
      <MoneyField
        label="Initial balance"
        required
        description={valueRange(program)}
        {...form.getInputProps('InitialCardValue')}
      />
      {isSmsOptional(program) && program.DeliveryTypes.includes('SMS') && (
        <Checkbox
          label="Send a text message as well as the e-mail"
          {...form.getInputProps('SendAppDownloadSMS', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
