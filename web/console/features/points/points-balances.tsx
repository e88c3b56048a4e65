import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { pointsApi, type PointsBalance } from '#contract/points/points.ts'
import { pointsInWords } from '#parts/points-text.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Money } from '#ui/text/money.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './points-balances.module.css'

const text = messages.points

/** What a member has of each type of points, to be read anew at any time. */
export function PointsBalances({ memberId }: { memberId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const read = useRead(pointsApi.listPointsBalances, { params: { businessId, memberId } })
  const { data, error, isRefreshing, retry } = read
  return (
    <div className={styles.balances} aria-busy={isRefreshing}>
      <Lines balances={data?.Results} isUnknown={error !== null} memberId={memberId} />
      <ActionIcon
        className={styles.refresh}
        variant="subtle"
        color="gray.7"
        aria-label="Refresh points balance"
        onClick={retry}
      >
        <IconRefresh size={16} aria-hidden data-turning={isRefreshing || undefined} />
      </ActionIcon>
    </div>
  )
}

type LinesProps = { balances: PointsBalance[] | undefined; isUnknown: boolean; memberId: string }

function Lines({ balances, isUnknown, memberId }: LinesProps) {
  if (isUnknown) return <Facts facts={[['Points', <UnknownBalance key="unknown" />]]} />
  if (!balances) return <Skeleton height="1.5rem" width="60%" />
  if (balances.length === 0) return <Facts facts={[['Points', 'The venue gives none.']]} />
  return (
    <Facts
      facts={balances.map((balance) => [
        balance.DisplayName,
        <Balance key={balance.PointsTypeId} balance={balance} memberId={memberId} />,
      ])}
    />
  )
}

function UnknownBalance() {
  return (
    <span role="alert" title="The balance could not be read. Refresh it to try again.">
      {text.unknownBalance}
    </span>
  )
}

function Balance({ balance, memberId }: { balance: PointsBalance; memberId: string }) {
  return (
    <>
      <strong>
        <Money value={balance.PointsBalanceDollarValue} />
      </strong>{' '}
      <span className={styles.quantity}>{pointsInWords(balance.PointsBalanceQuantity)}</span>
      {balance.PointsBalanceQuantity > 0 && (
        <NextExpiry memberId={memberId} pointsTypeId={balance.PointsTypeId} />
      )}
    </>
  )
}

/** The points that expire next, where they do. */
function NextExpiry({ memberId, pointsTypeId }: { memberId: string; pointsTypeId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId, pointsTypeId }
  const { data } = useRead(pointsApi.forecastPointsExpiry, { params })
  const next = data?.Results[0]
  if (!next) return null
  return (
    <span className={styles.expiry}>
      {pointsInWords(next.Quantity)} expire on <DateText value={next.ExpiresOn} />
    </span>
  )
}
