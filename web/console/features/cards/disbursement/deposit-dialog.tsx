import { Text, TextInput } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { Deposit, disbursementApi, type DisbursementAccount } from '#contract/cards/disbursement.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { MoneyField } from '#ui/form/money-field.tsx'

const empty: { Amount: number | ''; Reference: string } = { Amount: '', Reference: '' }

/** Records money that has come in. */
export function DepositDialog({ account, onClose }: { account: DisbursementAccount; onClose: () => void }) {
  const { BusinessId: businessId, DisplayName } = useBusiness()
  const { run } = useAction(disbursementApi.deposit, {
    success: 'Deposit recorded.',
    failure: 'The deposit was not recorded.',
  })
  return (
    <FormModal
      title="Deposit"
      submitLabel="Deposit"
      size="sm"
      schema={Deposit}
      initialValues={empty}
      onSubmit={async (body) => fieldsOf(await run({ params: { businessId }, body }))}
      onClose={onClose}
      note={({ Amount }) => Amount !== '' && `Then ${formatMoney(account.FundsAvailable + Amount)} available`}
      withoutDraft="The same amount offered again could be booked twice."
    >
      {(form) => (
        <>
          <Text>Money that has been received for {DisplayName} to give out.</Text>
          <MoneyField label="Amount" required {...form.getInputProps('Amount')} />
          <TextInput
            label="Reference"
            required
            description="What the bank calls it."
            autoComplete="off"
            {...form.getInputProps('Reference')}
          />
        </>
      )}
    </FormModal>
  )
}
