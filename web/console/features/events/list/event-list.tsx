import { IconCalendar, IconClock, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { EventListItem } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import type { ListState } from '#ui/table/list-state.ts'
import { LoadMore } from '#ui/table/load-more.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { formatCount, formatDays } from '#ui/text/format.ts'
import styles from './event-list.module.css'
import { checkInOf, statusColors } from '#features/events/event-words.ts'

const text = messages.events

type Props = {
  list: ListState<EventListItem>
  /** What is said where there is none. */
  none: string
  /** What brings the first. */
  action?: ReactNode
  /** Where a press on an event leads; nowhere for those who only see that there is one. */
  hrefOf: (event: EventListItem) => string | undefined
  /** It leads out of the console, to the door. */
  leadsToDoor: boolean
  selected: string | undefined
}

/** The events as a list of cards, in each of its states. */
export function EventList({ list, none, action, hrefOf, leadsToDoor, selected }: Props) {
  const { rows, error } = list
  if (!rows && error)
    return <ErrorState title={text.searchFailed} detail={error.message} onRetry={list.retry} />
  if (!rows) return <Loading />
  if (rows.length === 0 && !error) return <EmptyState text={none} action={action} />
  return (
    <div className={styles.frame} aria-busy={list.isRefreshing}>
      <ul className={styles.list} aria-label="Events" data-stale={list.isStale || undefined}>
        {rows.map((event) => (
          <li key={event.id}>
            <Leading href={hrefOf(event)} isOutside={leadsToDoor} isSelected={event.id === selected}>
              <EventItem event={event} />
            </Leading>
          </li>
        ))}
      </ul>
      <LoadMore
        count={rows.length}
        hasMore={list.hasMore}
        total={list.total}
        isLoading={list.isLoadingMore}
        onLoadMore={list.loadMore}
        error={error && { title: text.searchFailed, detail: error.message, onRetry: list.retry }}
      />
    </div>
  )
}

type LeadingProps = {
  href: string | undefined
  isOutside: boolean
  isSelected: boolean
  children: ReactNode
}

function Leading({ href, isOutside, isSelected, children }: LeadingProps) {
  if (href === undefined) return <div className={styles.item}>{children}</div>
  const Anchor = isOutside ? 'a' : Link
  return (
    <Anchor href={href} className={styles.item} aria-current={isSelected ? 'true' : undefined}>
      {children}
    </Anchor>
  )
}

/** An event that people come to just now: the server counts them. */
export const isOnNow = ({ CameIn }: EventListItem): boolean => typeof CameIn === 'number'

function EventItem({ event }: { event: EventListItem }) {
  return (
    <>
      <span className={styles.top}>
        <span className={styles.name}>{event.EventName}</span>
        <StatusBadge color={statusColors[event.EventStatus]}>{event.EventStatus}</StatusBadge>
      </span>
      <span className={styles.when}>
        <IconCalendar size={14} aria-hidden /> {formatDays(event.EventStartDate, event.EventEndDate)}
      </span>
      <span className={styles.when}>
        <IconClock size={14} aria-hidden /> Check-in {checkInOf(event)}
      </span>
      {typeof event.CameIn === 'number' && (
        <span className={styles.when}>
          <IconUsers size={14} aria-hidden /> {formatCount(event.CameIn)}{' '}
          {event.CameIn === 1 ? 'check-in' : 'check-ins'}
          {event.EventStartDate !== event.EventEndDate && ' today'}
        </span>
      )}
    </>
  )
}

const skeletons = 6

function Loading() {
  return (
    <div className={styles.frame} aria-busy>
      {Array.from({ length: skeletons }, (_, i) => (
        <div key={i} className={styles.item}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton width="45%" />
        </div>
      ))}
    </div>
  )
}
