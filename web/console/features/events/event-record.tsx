import { Button, Title } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconEdit, IconLink, IconListCheck, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { attendanceApi, entryDays } from '#contract/events/attendance.ts'
import { isEntry, isOnOrSoon } from '#contract/events/event-times.ts'
import { canEdit } from '#contract/events/event-status.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { ActionsMenu } from '#ui/table/actions-menu.tsx'
import { ErrorState, LostPart } from '#ui/feedback/error-state.tsx'
import { fetched } from '#ui/feedback/fetched.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { useCopy } from '#ui/feedback/use-copy.ts'
import { useLiveAttendance } from '#features/events/attendance/live-attendance.ts'
import { AttendanceDrawer } from '#features/events/attendance/attendance-drawer.tsx'
import { formatCount } from '#ui/text/format.ts'
import { EventFacts } from './event-facts.tsx'
import { useEventActions } from './event-actions.tsx'
import styles from './event-record.module.css'
import { scanUrl, statusColors } from './event-words.ts'

const text = messages.events

const EntryDialog = opened(
  async () => (await import('#features/events/entries/entry-dialog.tsx')).EntryDialog,
)
const BusyHours = fetched(
  async () => (await import('#features/events/busy/busy-hours.tsx')).BusyHours,
  null,
  LostPart,
)

type Props = {
  eventId: string
  /** Called when it has been deleted. */
  onGone: () => void
  /** The page says its name already. */
  isNamed?: boolean
}

/** One event: what it is, who came, and what can be done with it. */
export function EventRecord({ eventId, onGone, isNamed = false }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data: event, error, retry } = useRead(eventsApi.getEvent, { params: { businessId, eventId } })
  if (event) return <Loaded event={event} onGone={onGone} isNamed={isNamed} />
  if (error) return <ErrorState title={text.loadFailed} detail={error.message} onRetry={retry} />
  return (
    <div className={styles.record} aria-busy>
      <Skeleton width="50%" height={24} />
      <Skeleton height={120} />
    </div>
  )
}

function Loaded({ event, onGone, isNamed }: Omit<Required<Props>, 'eventId'> & { event: HubEvent }) {
  const { actions, dialog } = useEventActions(event, onGone)
  const canSeeWhoIsIn = useCanOpen('whoIsIn')
  const [showsAttendance, showAttendance] = useState(false)
  const [now] = useState(() => new Date())
  const isOn = event.EventStatus === 'Published'
  // Closed in the night, or switched off, it still has people in.
  const mayHavePeopleIn = isOn || (event.EventStatus !== 'Draft' && isOnOrSoon(event, now))
  const { isLive } = useLiveAttendance(event, isOn || showsAttendance)
  return (
    <div className={styles.record}>
      <div className={styles.head}>
        {!isNamed && <Title order={2}>{event.EventName}</Title>}
        {isEntry(event) && <StatusBadge color="green">Entry</StatusBadge>}
        <StatusBadge color={statusColors[event.EventStatus]}>{event.EventStatus}</StatusBadge>
      </div>
      <div className={styles.buttons}>
        {isEntry(event) && <ChangeEntry entry={event} />}
        {!isEntry(event) && canEdit(event.EventStatus) && (
          <Button
            variant="default"
            component={Link}
            href={pageHref('event', { businessId: event.BusinessId, eventId: event.id }, { edit: 'true' })}
            leftSection={<IconEdit size={16} aria-hidden />}
          >
            Edit
          </Button>
        )}
        <CopyScanUrl event={event} />
        {mayHavePeopleIn && canSeeWhoIsIn && (
          <Button
            variant="default"
            component={Link}
            href={pageHref('whoIsIn', { businessId: event.BusinessId, eventId: event.id })}
            leftSection={<IconListCheck size={16} aria-hidden />}
          >
            Who is in
          </Button>
        )}
        <ActionsMenu actions={actions} />
      </div>
      <CheckIns event={event} isLive={isOn && isLive} onOpen={() => showAttendance(true)} />
      <EventFacts event={event} />
      {event.EventStartDate !== event.EventEndDate && <BusyHours event={event} />}
      {showsAttendance && (
        <AttendanceDrawer event={event} isLive={isLive} onClose={() => showAttendance(false)} />
      )}
      {dialog}
    </div>
  )
}

function ChangeEntry({ entry }: { entry: HubEvent }) {
  const [isChanging, setChanging] = useState(false)
  if (entry.EventStatus !== 'Published') return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEdit size={16} aria-hidden />}
        onClick={() => setChanging(true)}
      >
        Edit
      </Button>
      {isChanging && <EntryDialog entry={entry} venues={[]} onClose={() => setChanging(false)} />}
    </>
  )
}

function CopyScanUrl({ event }: { event: HubEvent }) {
  const { copy, isCopied } = useCopy(scanUrl(event.BusinessId, event.id))
  return (
    <Button
      variant="default"
      leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
      onClick={copy}
      aria-live="polite"
    >
      {isCopied ? 'Copied' : text.copyScanUrl}
    </Button>
  )
}

type CheckInsProps = { event: HubEvent; isLive: boolean; onOpen: () => void }

function CheckIns({ event, isLive, onOpen }: CheckInsProps) {
  const params = { businessId: event.BusinessId, eventId: event.id }
  const { data, error, retry } = useRead(attendanceApi.getAttendanceKpi, { params })
  if (error) return <ErrorState title={text.kpisFailed} detail={error.message} onRetry={retry} />
  return (
    <div className={styles.checkIns}>
      <div>
        <span className={styles.count}>{data ? formatCount(data.ValidScanCount) : '…'}</span>
        <span className={styles.of}>{countedAs(event, data?.ValidScanCount)}</span>
        {isLive && <span className={styles.live}>Live</span>}
      </div>
      <Button variant="light" leftSection={<IconUsers size={16} aria-hidden />} onClick={onOpen}>
        Attendance
      </Button>
    </div>
  )
}

function countedAs(event: HubEvent, count: number | undefined): string {
  const checkIns = count === 1 ? 'check-in' : 'check-ins'
  return isEntry(event) ? `${checkIns} in ${entryDays} days` : checkIns
}

/** The way back from one event to all of them, on this page or from its own. */
export function BackToEvents({ href, onClick }: { href?: string; onClick?: () => void }) {
  const look = { variant: 'subtle', px: 'xs', mb: 'sm', leftSection: <IconArrowLeft size={16} aria-hidden /> }
  return href ? (
    <Button {...look} component={Link} href={href}>
      {text.backToAll}
    </Button>
  ) : (
    <Button {...look} onClick={onClick}>
      {text.backToAll}
    </Button>
  )
}
