import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { LowBalanceNotice, disbursementApi, type DisbursementAccount } from '#contract/cards/disbursement.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'

type Values = { isOn: boolean; Threshold: number | ''; EmailAddress: string }

/** The notice, or null where none is wanted. */
const Wanted = z.discriminatedUnion('isOn', [
  LowBalanceNotice.extend({ isOn: z.literal(true) }).transform((wanted): LowBalanceNotice | null => wanted),
  z.object({ isOn: z.literal(false) }).transform((): LowBalanceNotice | null => null),
]) as z.ZodType<LowBalanceNotice | null, Values>

/** Chooses who is told, and when, that the money runs low. */
export function LowBalanceDialog({
  account,
  onClose,
}: {
  account: DisbursementAccount
  onClose: () => void
}) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(disbursementApi.setLowBalanceNotice, {
    success: 'Notice saved.',
    failure: 'The notice was not saved.',
  })
  return (
    <FormModal
      title="Low-balance notice"
      submitLabel="Save"
      size="sm"
      schema={Wanted}
      initialValues={valuesOf(account.LowBalanceNotice)}
      onSubmit={async (Notice) => fieldsOf(await run({ params: { businessId }, body: { Notice } }))}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </FormModal>
  )
}

function valuesOf(notice: LowBalanceNotice | null): Values {
  return {
    isOn: notice !== null,
    Threshold: notice?.Threshold ?? '',
    EmailAddress: notice?.EmailAddress ?? '',
  }
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Checkbox
        label="Tell somebody when the money runs low"
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      {form.values.isOn && (
        <>
          <MoneyField label="When less is available than" required {...form.getInputProps('Threshold')} />
          <TextInput
            label="Email address"
            type="email"
            required
            autoComplete="off"
            {...form.getInputProps('EmailAddress')}
          />
        </>
      )}
    </>
  )
}
