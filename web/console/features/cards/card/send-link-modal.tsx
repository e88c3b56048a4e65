import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardsApi, type CardDetail } from '#contract/cards/cards.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before the holder of a card is sent another link to it. */
export function SendLinkModal({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(cardsApi.sendCardLink, {
    success: 'Link sent.',
    failure: 'Failed to send the link.',
  })
  return (
    <ConfirmModal
      title="Send a fresh link?"
      text={`${card.FirstName} ${card.LastName} gets a link that shows the card on the device it is opened with, and on no other.`}
      confirmLabel="Send"
      onConfirm={() => run({ params: { businessId, cardId: card.CardId } })}
      onClose={onClose}
    />
  )
}
