import { Drawer, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { useState } from 'react'
import { DownloadButton } from '#console/download-button.tsx'
import { useRead } from '#console/queries.ts'
import { attendanceApi, type AttendanceKpi, type AttendanceRow } from '#contract/events/attendance.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { formatCount } from '#ui/text/format.ts'
import { ArrivalsChart } from './arrivals-chart.tsx'
import styles from './attendance-drawer.module.css'
import { DaysChart, OccasionFilter, type OccasionQuery } from './occasion-filter.tsx'

const text = messages.attendance

type Props = { event: HubEvent; isLive: boolean; onClose: () => void }

/** Who has come to an event, as they come: the page that it is opened from listens. */
export function AttendanceDrawer({ event, isLive, onClose }: Props) {
  const { modal } = useDialog(onClose)
  const params = { businessId: event.BusinessId, eventId: event.id }
  const [occasion, setOccasion] = useState<OccasionQuery>({})
  const list = useCountedList(attendanceApi.listAttendance, { params, query: occasion })
  const kpi = useRead(attendanceApi.getAttendanceKpi, { params })
  const days = kpi.data?.Days ?? []
  return (
    <Drawer {...modal} title={text.title} position="right" size="min(1000px, 100%)" padding="lg">
      <div className={styles.content}>
        <div className={styles.top}>
          <output className={styles.count} aria-label={text.title}>
            {kpi.data ? formatCount(kpi.data.ValidScanCount) : kpi.error ? '?' : '…'}
          </output>
          <span className={styles.live} data-live={isLive || undefined}>
            {isLive ? 'Live' : 'Connecting…'}
          </span>
          {kpi.data && <span>{stateInWords(kpi.data)}</span>}
          <Export params={params} />
        </div>
        {kpi.error && <p role="alert">{messages.events.kpisFailed}</p>}
        <DaysChart days={days} />
        {kpi.data && <ArrivalsChart arrivals={arrivalsOf(kpi.data, occasion)} zone={event.TimeZoneId} />}
        <OccasionFilter days={days} value={occasion} onChange={setOccasion} />
        <DataTable
          label="Attendance"
          columns={columnsOf(event)}
          list={list}
          rowKey={(row) => row.ScanId}
          empty={kpi.data?.IsFallenAway ? noLongerKept : text.none}
          errorTitle={text.loadFailed}
          loadMoreLabel={messages.generic.loadMore}
        />
      </div>
    </Drawer>
  )
}

const noLongerKept = 'Who came is no longer kept. The figures stay.'

/** How many of them are in, and how many came in twice. */
function stateInWords({ PeopleIn, LetInTwice }: AttendanceKpi): string {
  const inside = `${formatCount(PeopleIn)} ${PeopleIn === 1 ? 'member' : 'members'} in now`
  return LetInTwice === 0 ? inside : `${inside}, ${formatCount(LetInTwice)} let in twice`
}

/** Arrivals of the day or session that is looked at, or else of the last day: those of several would be too thin to see. */
function arrivalsOf({ Arrivals, Days }: AttendanceKpi, { day, sessionId }: OccasionQuery) {
  if (sessionId !== undefined) return Arrivals.filter(({ SessionId }) => SessionId === sessionId)
  const date = day ?? Days.findLast(({ CameIn }) => CameIn > 0)?.Date
  return Arrivals.filter(({ Date }) => Date === date)
}

function columnsOf({ TimeZoneId: zone, Sessions }: HubEvent): Column<AttendanceRow>[] {
  const session: Column<AttendanceRow> = {
    header: 'Session',
    cell: ({ SessionId }) => Sessions.find((each) => each.SessionId === SessionId)?.Name,
  }
  return [
    { header: text.memberName, cell: (row) => <NameCell row={row} /> },
    ...(Sessions.length > 0 ? [session] : []),
    { header: text.level, cell: ({ Member }) => Member.MemberLevelDescription },
    {
      header: text.time,
      cell: ({ ScanDateTime }) => <DateText value={ScanDateTime} withTime zone={zone} />,
    },
  ]
}

function NameCell({ row: { Member, IsLetInTwice, IsOut } }: { row: AttendanceRow }) {
  return (
    <span className={styles.name}>
      {`${Member.FirstName} ${Member.LastName}`}
      {IsLetInTwice && <StatusBadge color="orange">Let in twice</StatusBadge>}
      {IsOut && <StatusBadge color="grey">Left</StatusBadge>}
    </span>
  )
}

function Export({ params }: { params: { businessId: string; eventId: string } }) {
  const [isAll, setAll] = useState(false)
  return (
    <div className={styles.export}>
      <NativeSelect
        aria-label="Scans in the file"
        value={String(isAll)}
        data={[
          { value: 'false', label: 'Valid scans' },
          { value: 'true', label: 'All scans' },
        ]}
        onChange={(event) => setAll(event.currentTarget.value === 'true')}
      />
      <DownloadButton
        row={attendanceApi.exportAttendance}
        input={{ params, query: { includeInvalidScans: isAll ? 'true' : 'false' } }}
        label="Download CSV"
        success={text.downloaded}
        failure={({ status }) => (status === 0 ? text.downloadFailed : text.downloadRefused)}
      />
    </div>
  )
}
