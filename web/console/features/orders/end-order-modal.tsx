import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardOrdersApi, type CardOrderSummary } from '#contract/orders/card-orders.ts'
import { messages } from '#contract/messages.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { toasts } from '#ui/feedback/toasts.ts'

const text = messages.cardOrders

type Props = { action: 'cancel' | 'archive'; order: CardOrderSummary; onClose: () => void }

/** Asks before an order is given up or put away. */
export function EndOrderModal({ action, order, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const isCancel = action === 'cancel'
  const { run } = useAction(isCancel ? cardOrdersApi.cancelCardOrder : cardOrdersApi.archiveCardOrder, {
    success: isCancel ? text.cancelled : text.archived,
  })

  async function end() {
    const answer = await run({ params: { businessId, orderId: order.OrderId } })
    if (!answer.ok) toasts.error((isCancel ? text.cancelFailed : text.archiveFailed)(answer.message))
    return answer
  }

  return (
    <ConfirmModal
      title={isCancel ? 'Cancel this order?' : 'Archive this order?'}
      text={isCancel ? cancelQuestion(order) : archiveQuestion(order)}
      confirmLabel={isCancel ? 'Cancel order' : 'Archive order'}
      cancelLabel="Keep order"
      danger
      onConfirm={end}
      onClose={onClose}
    />
  )
}

function cancelQuestion({ MemberName }: CardOrderSummary): string {
  return `What was filled in for ${MemberName} is given up. It can not be brought back.`
}

function archiveQuestion({ MemberName, OrderStatus, ReplacesCardId }: CardOrderSummary): string {
  if (OrderStatus === 'Ordered' && ReplacesCardId !== null)
    return `${MemberName} won't get this card. What is on the card that it was to replace stays there, and that one can be replaced anew. It can not be undone.`
  return OrderStatus === 'Ordered'
    ? `${MemberName} won't get this card, and its money returns to the disbursement account. It can not be undone.`
    : `The order of ${MemberName} is put away. The card stays as it is.`
}
