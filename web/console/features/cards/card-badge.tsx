import { cardStatusLabels } from '#contract/card-status.ts'
import type { CardStatus } from '#contract/card-status.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusColor } from '#ui/status-badge.tsx'

const colors: Record<CardStatus, StatusColor> = {
  Pending: 'blue',
  Active: 'green',
  Inactive: 'grey',
  LostStolen: 'red',
  OfferExpired: 'orange',
  Expired: 'orange',
  Cancelled: 'black',
  Unknown: 'grey',
}

/** Where a card stands, in a word. */
export function CardBadge({ status }: { status: CardStatus }) {
  return <StatusBadge color={colors[status]}>{cardStatusLabels[status]}</StatusBadge>
}
