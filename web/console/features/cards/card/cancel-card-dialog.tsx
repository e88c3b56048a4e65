import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { cardsApi, type CardDetail } from '#contract/cards/cards.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { ReasonField } from '#ui/form/reason-field.tsx'

/** Asks why, and takes a card back that nobody has claimed. */
export function CancelCardDialog({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(cardsApi.cancelCard, { success: 'Card cancelled.' })
  return (
    <FormModal
      title="Cancel Card?"
      submitLabel="Cancel card"
      size="sm"
      schema={cardsApi.cancelCard.body}
      initialValues={{ Reason: '' }}
      onSubmit={(body) => run({ params: { businessId, cardId: card.CardId }, body })}
      onClose={onClose}
      draft={keptAs(`cancelling ${card.CardId}`)}
    >
      {(form) => (
        <>
          <p>
            The link that {card.FirstName} {card.LastName} was sent stops working, and{' '}
            {formatMoney(card.InitialCardValue)} returns to the disbursement account.
          </p>
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
