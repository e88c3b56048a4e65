import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { CardTransaction } from '#contract/cards/cards.ts'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './links.module.css'

const recordId = /^[\da-f]{8}-[\da-f-]{27}$/

type Props = { of: Pick<CardTransaction, 'Reference' | 'Type'>; own?: string }

/** What a transaction belongs to: an order or another card is a link to it, the card one looks at says nothing. */
export function Reference({ of: { Reference: value, Type }, own }: Props) {
  const { BusinessId: businessId } = useBusiness()
  if (value === null || value === own) return '-'
  if (!recordId.test(value)) return value
  const [name, href] = Type.startsWith('Card order')
    ? ['Order', pageHref('cardOrders', { businessId }, { order: value })]
    : ['Card', pageHref('card', { businessId, cardId: value })]
  return (
    <Link className={styles.link} href={href}>
      {name} {value.slice(0, 8)}
    </Link>
  )
}
