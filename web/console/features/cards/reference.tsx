import { businessHref, useBusiness } from '#console/business.ts'
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
  const [name, path] = Type.startsWith('Card order')
    ? ['Order', `card-orders?order=${value}`]
    : ['Card', `cards/${value}`]
  return (
    <Link className={styles.link} href={businessHref(businessId, path)}>
      {name} {value.slice(0, 8)}
    </Link>
  )
}
