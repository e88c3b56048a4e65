import { businessHref, useBusiness } from '#console/business.ts'
import { Link } from '#ui/navigation.tsx'
import styles from './links.module.css'

const cardId = /^[\da-f]{8}-[\da-f-]{27}$/

/** What a transaction belongs to: another card is a link to it, the card one looks at says nothing. */
export function Reference({ value, own }: { value: string | null; own?: string }) {
  const { BusinessId: businessId } = useBusiness()
  if (value === null || value === own) return '-'
  if (!cardId.test(value)) return value
  return (
    <Link className={styles.link} href={businessHref(businessId, `cards/${value}`)}>
      Card {value.slice(0, 8)}
    </Link>
  )
}
