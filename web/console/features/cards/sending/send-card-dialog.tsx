import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useBusinessDay } from '#console/days.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useSettings } from '#console/settings.ts'
import { cardIssueApi, cardTypeOf, sendFieldsOf, usualInitialValue } from '#contract/cards/card-issue.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { validityOf } from '#contract/cards/card-validity.ts'
import { messages } from '#contract/messages.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { MobileField } from '#parts/mobile-field.tsx'
import { nothingSent, type SendValues } from './send-values.ts'
import { SmsField } from './sms-field.tsx'
import { valueRange } from '#features/cards/programs/value-range.ts'

const text = messages.sendCard
const told = { success: messages.cardInvitation.sentToast, failure: text.failed }

type Props = {
  program: CardProgram
  /** Which others it could be of; none where one was chosen. */
  programs?: readonly CardProgram[]
  onChoose?: (program: CardProgram) => void
  onClose: () => void
}

/** Sends a card of a program to somebody who is no member. */
export function SendCardDialog({ program, programs = [], onChoose, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { Brand } = useSettings()
  const today = useBusinessDay()
  const cardType = cardTypeOf(program.ProgramType)
  const { run } = useAction(cardIssueApi.issueNonMemberCard, { ...told, outlivesReload: true })
  const choose = (id: string) => {
    const chosen = programs.find(({ CardProgramId }) => CardProgramId === id)
    if (chosen) onChoose?.(chosen)
  }
  return (
    <FormModal
      title={(cardType === 'instantgift' ? text.newInstantGift : text.newReloadable)(Brand)}
      submitLabel="Send"
      size="lg"
      checksOnChange
      schema={sendFieldsOf(program, today)}
      initialValues={{
        ...nothingSent,
        InitialCardValue: firstValue(program),
        OfferExpiryDate: validityOf(program, {}, today).offerExpiryDate,
      }}
      onSubmit={async (fields) => {
        const body = {
          ...fields,
          CardProgramId: program.CardProgramId,
          OfferExpiryDate: endOf(fields.OfferExpiryDate),
          PlasticExpiryDate: fields.PlasticExpiryDate ? endOf(fields.PlasticExpiryDate) : null,
        }
        return fieldsOf(await run({ params: { businessId, cardType }, body }))
      }}
      onClose={onClose}
      draft={
        programs.length > 1
          ? keptAs('new card', { chosen: [program.CardProgramId, choose] })
          : keptAs(`card ${program.CardProgramId}`)
      }
    >
      {(form) => (
        <>
          {programs.length > 1 && <ProgramSelect {...{ form, program, programs, onChoose }} />}
          <SendFields form={form} program={program} />
        </>
      )}
    </FormModal>
  )
}

type SelectProps = Omit<Props, 'onClose'> & { form: UseFormReturnType<SendValues> }

function ProgramSelect({ form, program, programs = [], onChoose }: SelectProps) {
  function choose(id: string) {
    const next = programs.find(({ CardProgramId }) => CardProgramId === id)
    if (!next) return
    // What nobody has changed goes with the program.
    if (form.values.InitialCardValue === firstValue(program))
      form.setFieldValue('InitialCardValue', firstValue(next))
    onChoose?.(next)
  }
  return (
    <NativeSelect
      label="Card program"
      value={program.CardProgramId}
      data={programs.map(({ CardProgramId, Description }) => ({ value: CardProgramId, label: Description }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

function SendFields({ form, program }: { form: UseFormReturnType<SendValues>; program: CardProgram }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="First name" autoComplete="off" required {...form.getInputProps('FirstName')} />
        <TextInput label="Last name" autoComplete="off" required {...form.getInputProps('LastName')} />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="off"
          required
          {...form.getInputProps('EmailAddress')}
        />
        <MobileField required {...form.getInputProps('MobileNumber')} />
        <MoneyField
          label="Initial balance"
          required
          description={valueRange(program)}
          {...form.getInputProps('InitialCardValue')}
        />
        <DateField
          label="Offer expiry"
          required
          clearable={false}
          description="The recipient must activate the card by this day or the offer expires."
          {...form.getInputProps('OfferExpiryDate')}
          onChange={(day) => {
            form.setFieldValue('OfferExpiryDate', day ?? '')
            // A card must not expire before the offer does.
            form.validateField('PlasticExpiryDate')
          }}
        />
        <DateField
          label="Plastic expiry"
          description={`After this day the card is inactive. ${usualExpiry(program)}`}
          {...form.getInputProps('PlasticExpiryDate')}
        />
      </SimpleGrid>
      {program.DeliveryTypes.includes('SMS') && <SmsField form={form} program={program} />}
    </>
  )
}

function usualExpiry({ ExpiryMonths }: CardProgram): string {
  return ExpiryMonths === null ? 'Empty means never.' : `Empty means ${ExpiryMonths} months from today.`
}

/** What a card starts with: the usual value, or what comes next to it within the bounds. */
function firstValue({ MinimumInitialCardValue, MaximumInitialCardValue }: CardProgram): number {
  return Math.min(Math.max(usualInitialValue, MinimumInitialCardValue), MaximumInitialCardValue)
}

function endOf(day: string): string {
  return `${day}T23:59:59`
}
