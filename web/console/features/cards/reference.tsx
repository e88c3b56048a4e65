import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { CardTransaction } from '#contract/cards/cards.ts'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './links.module.css'

const recordId = /^[\da-f]{8}-[\da-f-]{27}$/

type Props = { of: Pick<CardTransaction, 'Reference' | 'Type'>; own?: string }

/**
 * What a transaction belongs to: an order or another card is a link to it for whoever may open that, the card one looks at
 * says nothing.
 */
export function ReferenceLink({ of: { Reference: value, Type }, own }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const canOpen = { order: useCanOpen('cardOrders'), card: useCanOpen('card') }
  if (value === null || value === own) return '-'
  const kind = kindOf(Type)
  if (kind === null || !recordId.test(value)) return value
  const isOrder = kind === 'order'
  const name = `${isOrder ? 'Order' : 'Card'} ${value.slice(0, 8)}`
  if (!canOpen[kind]) return name
  const href = isOrder
    ? pageHref('cardOrders', { businessId }, { order: value })
    : pageHref('card', { businessId, cardId: value })
  return (
    <Link className={styles.link} href={href}>
      {name}
    </Link>
  )
}

/** What a transaction of this type names; null where its reference is somebody else's, as that of a till or a bank. */
function kindOf(type: string): 'order' | 'card' | null {
  if (type.startsWith('Card order')) return 'order'
  return type.startsWith('Card ') || type === 'Points transfer' ? 'card' : null
}
