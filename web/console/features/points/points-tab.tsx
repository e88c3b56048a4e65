import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { pointsApi, type PointsEntry } from '#contract/points/points.ts'
import { Points } from '#parts/points-text.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { ExpiryForecast } from './expiry-forecast.tsx'
import { PointsTypePicker } from './points-type-picker.tsx'
import styles from './points-tab.module.css'
import { ReverseDialog } from './reverse-dialog.tsx'

const columns: Column<PointsEntry>[] = [
  { header: 'Date', cell: (entry) => <DateText value={entry.At} withTime />, width: '20%' },
  { header: 'Kind', cell: (entry) => <Kind entry={entry} />, phone: 'title' },
  { header: 'Amount', cell: (entry) => <Points value={entry.Quantity} isChange />, align: 'right' },
  { header: 'Balance', cell: (entry) => <Points value={entry.Balance} />, align: 'right' },
  { header: 'Note', cell: (entry) => noteOf(entry), width: '26%' },
  { header: 'By', cell: (entry) => entry.ActorName, width: '16%' },
]

/** How a member came by their points, and where these went. */
export function Tab({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId: member.id }
  const { data, error, retry } = useRead(pointsApi.listPointsBalances, { params })
  const [chosenId, choose] = useState('')
  if (!data && error)
    return <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
  if (!data) return <Skeleton height="16rem" />
  const types = data.Results
  const type = types.find(({ PointsTypeId }) => PointsTypeId === chosenId) ?? types[0]
  if (!type) return <EmptyState text="The venue of this member gives no points." />
  return (
    <div className={styles.tab}>
      <PointsTypePicker types={types} type={type} onChoose={choose} />
      <ExpiryForecast memberId={member.id} pointsTypeId={type.PointsTypeId} />
      <History memberId={member.id} pointsTypeId={type.PointsTypeId} />
    </div>
  )
}

function History({ memberId, pointsTypeId }: { memberId: string; pointsTypeId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId, pointsTypeId }
  const list = useCountedList(pointsApi.listPointsEntries, { params })
  const [reversed, setReversed] = useState<PointsEntry | null>(null)
  return (
    <>
      <DataTable
        label="Points history"
        columns={columns}
        list={list}
        rowKey={(entry) => entry.EntryId}
        {...(list.rows?.some((entry) => entry.CanReverse) && {
          rowMenu: (entry: PointsEntry) =>
            entry.CanReverse ? [reverseAction(() => setReversed(entry))] : [],
        })}
        empty="Nothing has happened with these points."
        errorTitle="The history could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {reversed && <ReverseDialog params={params} entry={reversed} onClose={() => setReversed(null)} />}
    </>
  )
}

function reverseAction(onClick: () => void) {
  return { label: 'Reverse', icon: <IconArrowBackUp size={16} aria-hidden />, danger: true, onClick }
}

function Kind({ entry }: { entry: PointsEntry }) {
  return (
    <span className={styles.kind}>
      {entry.Kind}
      {entry.IsTakenBack && <StatusBadge color="grey">Reversed</StatusBadge>}
    </span>
  )
}

function noteOf({ Description, Note }: PointsEntry): string {
  return [Description, Note].filter(Boolean).join(': ')
}
