import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { pointsApi } from '#contract/points/points.ts'
import { pointsInWords } from '#parts/points-text.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import styles from './points-tab.module.css'

/** The next days on which points expire, unless they are used before. */
export function ExpiryForecast({ memberId, pointsTypeId }: { memberId: string; pointsTypeId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId, pointsTypeId }
  const { data } = useRead(pointsApi.forecastPointsExpiry, { params })
  if (!data || data.Results.length === 0) return null
  return (
    <p className={styles.forecast}>
      Unless they are used before:{' '}
      {data.Results.map(({ ExpiresOn, Quantity }, index) => (
        <span key={ExpiresOn}>
          {index > 0 && ', '}
          {pointsInWords(Quantity)} {index === 0 && 'expire '}on <DateText value={ExpiresOn} />
        </span>
      ))}
      .
    </p>
  )
}
