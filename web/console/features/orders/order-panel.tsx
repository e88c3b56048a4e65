import { Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { cardOrdersApi, type CardOrder } from '#contract/orders/card-orders.ts'
import { messages } from '#contract/messages.ts'
import { ChangeList } from '#parts/change-list.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { OrderBadge } from './order-badge.tsx'
import { shortId } from './order-columns.tsx'
import { OrderSummary } from './order-summary.tsx'
import styles from './orders.module.css'

const knownOf = (order: CardOrder) =>
  [
    ['Program', order.CardProgramDescription],
    ['Status', <OrderBadge key="status" status={order.OrderStatus} />],
    ['External account ID', order.ExternalAccountId ?? messages.cardOrders.pending],
  ] as const

/** An order beside the list: what it says, and who did what with it when. */
export function OrderPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const input = { params: { businessId, orderId } }
  const { data: order, error, retry } = useRead(cardOrdersApi.getCardOrder, input)
  const history = useCountedList(cardOrdersApi.listCardOrderHistory, input)
  return (
    <SidePanel title={`Order ${shortId(orderId)}`} onClose={onClose}>
      {order && <OrderSummary order={order} known={knownOf(order)} />}
      {!order && error && (
        <ErrorState title="The order could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!order && !error && <Skeleton height={200} />}
      {(order || !error) && (
        <section aria-labelledby="order-history">
          <Title order={3} size="h4" id="order-history" className={styles.heading}>
            History
          </Title>
          <ChangeList list={history} empty="Nothing has happened to this order." />
        </section>
      )}
    </SidePanel>
  )
}
