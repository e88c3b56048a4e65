import { Drawer, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { useState } from 'react'
import { DownloadButton } from '#console/download-button.tsx'
import { attendanceApi, type AttendanceRow } from '#contract/events/attendance.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { ArrivalsChart } from './arrivals-chart.tsx'
import styles from './attendance-drawer.module.css'
import { useLiveAttendance } from './live-attendance.ts'

const text = messages.attendance

type Props = { event: HubEvent; onClose: () => void }

/** Who has come to an event, as they come. */
export function AttendanceDrawer({ event, onClose }: Props) {
  const { modal } = useDialog(onClose)
  const params = { businessId: event.BusinessId, eventId: event.id }
  const { list, kpi, isLive } = useLiveAttendance(params)
  return (
    <Drawer {...modal} title={text.title} position="right" size="min(1000px, 100%)" padding="lg">
      <div className={styles.content}>
        <div className={styles.top}>
          <output className={styles.count} aria-label={text.title}>
            {kpi.data ? figure.format(kpi.data.ValidScanCount) : kpi.error ? '?' : '…'}
          </output>
          <span className={styles.live} data-live={isLive || undefined}>
            {isLive ? 'Live' : 'Connecting…'}
          </span>
          <Export params={params} />
        </div>
        {kpi.error && <p role="alert">{messages.events.kpisFailed}</p>}
        {kpi.data && <ArrivalsChart arrivals={kpi.data.Arrivals} zone={event.TimeZoneId} />}
        <DataTable
          label="Attendance"
          columns={columnsIn(event.TimeZoneId)}
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

const figure = new Intl.NumberFormat('en-AU')

function columnsIn(zone: string): Column<AttendanceRow>[] {
  return [
    { header: text.memberName, cell: ({ Member }) => `${Member.FirstName} ${Member.LastName}` },
    { header: text.level, cell: ({ Member }) => Member.MemberLevelDescription },
    {
      header: text.time,
      cell: ({ ScanDateTime }) => <DateText value={ScanDateTime} withTime zone={zone} />,
    },
  ]
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
