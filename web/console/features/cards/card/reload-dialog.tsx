import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { CardReloadFields, type CardReload, cardReloadApi } from '#contract/cards/card-reload.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { ReceiptModal } from '#parts/receipt-modal.tsx'

const empty: { Amount: number | ''; Note: string } = { Amount: '', Note: '' }

type Props = { card: CardDetail; balance: number | undefined; onClose: () => void }

/** Adds money of the business to a card, and shows the receipt of it. */
export function ReloadDialog({ card, balance, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [done, setDone] = useState<CardReload | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  const { run } = useAction(cardReloadApi.reloadCard, {
    success: 'Card reloaded.',
    failure: 'The card was not reloaded.',
  })
  if (isPrinting && done) return <ReceiptModal lines={done.Receipt} at={done.At} onClose={onClose} />
  return (
    <FormModal
      title="Reload card"
      submitLabel="Reload"
      size="sm"
      schema={CardReloadFields}
      initialValues={empty}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId, cardId: card.CardId }, body })
        if (answer.ok) setDone(answer.data)
        return fieldsOf(answer)
      }}
      onClose={() => (done ? setPrinting(true) : onClose())}
      note={({ Amount }) =>
        Amount !== '' && balance !== undefined && `Then ${formatMoney(balance + Amount)} on the card`
      }
      withoutDraft="The same amount offered again could be booked twice."
    >
      {(form) => (
        <>
          <Text>
            Money of the disbursement account for the card of {card.FirstName} {card.LastName}.
          </Text>
          <MoneyField label="Amount" required {...form.getInputProps('Amount')} />
          <Textarea
            label="Note"
            required
            description="For the staff: the holder doesn’t see it."
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('Note')}
          />
        </>
      )}
    </FormModal>
  )
}
