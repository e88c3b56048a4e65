import type { CardOrderStatus } from '#contract/orders/card-orders.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

const colors: Partial<Record<CardOrderStatus, StatusColor>> = {
  Ordered: 'red',
  Completed: 'green',
  Cancelled: 'orange-red',
  Archived: 'black',
}

/** Where an order stands, in a word. */
export function OrderBadge({ status }: { status: CardOrderStatus }) {
  return <StatusBadge color={colors[status] ?? 'grey'}>{status}</StatusBadge>
}
