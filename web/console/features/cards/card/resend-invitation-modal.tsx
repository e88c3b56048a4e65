import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardsApi, type CardDetail } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before the invitation to a card is sent again. */
export function ResendInvitationModal({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(cardsApi.resendCardInvitation, {
    success: messages.cardInvitation.sentToast,
    failure: messages.cardInvitation.failed,
  })
  return (
    <ConfirmModal
      title="Resend the invitation?"
      text={`${card.FirstName} ${card.LastName} gets a new link. The one that was sent before stops working.`}
      confirmLabel="Resend"
      onConfirm={() => run({ params: { businessId, cardId: card.CardId } })}
      onClose={onClose}
    />
  )
}
