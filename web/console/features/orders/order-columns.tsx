import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { CardOrderStatus, CardOrderSummary } from '#contract/orders/card-orders.ts'
import { messages } from '#contract/messages.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Hinted } from '#ui/feedback/hint.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { OrderBadge } from './order-badge.tsx'
import styles from './orders.module.css'

/** So much of an order's id is shown: enough to tell two apart. */
export function shortId(orderId: string): string {
  return orderId.slice(0, 8)
}

/** What the list shows of an order. */
export function useOrderColumns(): Column<CardOrderSummary>[] {
  const { BusinessId: businessId } = useBusiness()
  const canOpenMembers = useCanOpen('member')
  return [
    { header: 'Order ID', cell: (order) => <code className={styles.id}>{shortId(order.OrderId)}</code> },
    { header: 'Order Started Date', cell: (order) => <DateText value={order.OrderDate} /> },
    {
      header: 'Membership Number',
      cell: ({ MemberId, MembershipNumber }) =>
        MemberId !== null && canOpenMembers ? (
          <Link className={styles.link} href={pageHref('member', { businessId, memberId: MemberId })}>
            {MembershipNumber ?? 'View'}
          </Link>
        ) : (
          MembershipNumber
        ),
    },
    { header: 'Name', cell: (order) => order.MemberName, phone: 'title' },
    { header: 'Status', cell: (order) => <OrderBadge status={order.OrderStatus} /> },
    {
      header: 'External Account ID',
      cell: ({ CardId, ExternalAccountId, OrderStatus }) =>
        CardId === null ? (
          <NoCardYet status={OrderStatus} />
        ) : (
          <Link className={styles.link} href={pageHref('card', { businessId, cardId: CardId })}>
            {ExternalAccountId}
          </Link>
        ),
    },
    { header: 'Ordered By', cell: (order) => order.OrderedByUser, phone: 'hidden', width: '7.5rem' },
    {
      header: 'Last Change',
      cell: ({ LastChange }) => (
        <>
          {LastChange.Description}
          <div className={styles.date}>
            <DateText value={LastChange.Date} />
          </div>
        </>
      ),
      phone: 'hidden',
    },
  ]
}

/** An order whose card is still to come, or never will. */
function NoCardYet({ status }: { status: CardOrderStatus }) {
  const { pending } = messages.cardOrders
  if (status === 'Cancelled')
    return <Hinted says="This order was cancelled: no card will come of it.">{pending}</Hinted>
  return pending
}
