import { cardStatusLabels, type CardStatus } from '#contract/cards/card-status.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

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
