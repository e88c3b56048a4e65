import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { LowBalanceNotice, disbursementApi, type DisbursementAccount } from '#contract/cards/disbursement.ts'
import { revised, unlessChanged, useRevisedSave, type Revised } from '#parts/conflict/revised-save.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { call } from '#web/api-client.ts'

type Values = { isOn: boolean; Threshold: number | ''; EmailAddress: string }

/** The notice, or null where none is wanted. */
const Wanted = z.discriminatedUnion('isOn', [
  LowBalanceNotice.extend({ isOn: z.literal(true) }).transform((wanted): LowBalanceNotice | null => wanted),
  z.object({ isOn: z.literal(false) }).transform((): LowBalanceNotice | null => null),
]) as z.ZodType<LowBalanceNotice | null, Values>

/** Chooses who is told, and when, that the money runs low. */
export function LowBalanceDialog({
  account: given,
  onClose,
}: {
  account: DisbursementAccount
  onClose: () => void
}) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [account] = useState(given)
  const { run } = useAction(disbursementApi.setLowBalanceNotice, {
    success: 'Notice saved.',
    failure: unlessChanged('The notice was not saved.'),
  })
  const { save, question } = useRevisedSave({
    what: 'notice',
    send: (body: Fields, revision) => run({ params, query: { revision }, body }),
    read: async () => revised(await call(disbursementApi.getDisbursementAccount, { params }), revisedOf),
    words: { labels: { Notice: 'Low-balance notice' }, wordsOf: ({ Notice }) => noticeInWords(Notice) },
  })
  return (
    <>
      <FormModal
        title="Low-balance notice"
        submitLabel="Save"
        size="sm"
        schema={Wanted}
        initialValues={valuesOf(account.LowBalanceNotice)}
        onSubmit={async (Notice) => fieldsOf(await save({ Notice }, revisedOf(account)))}
        onClose={onClose}
        draft={keptAs('low-balance notice', { revision: account.Revision })}
      >
        {(form) => <NoticeFields form={form} />}
      </FormModal>
      {question}
    </>
  )
}

type Fields = { Notice: LowBalanceNotice | null }

function revisedOf({ LowBalanceNotice: Notice, Revision }: DisbursementAccount): Revised<Fields> {
  return { fields: { Notice }, revision: Revision }
}

function noticeInWords(notice: LowBalanceNotice | null): string {
  return notice ? `Below ${formatMoney(notice.Threshold)}, to ${notice.EmailAddress}` : 'None'
}

function valuesOf(notice: LowBalanceNotice | null): Values {
  return {
    isOn: notice !== null,
    Threshold: notice?.Threshold ?? '',
    EmailAddress: notice?.EmailAddress ?? '',
  }
}

function NoticeFields({ form }: { form: UseFormReturnType<Values> }) {
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
