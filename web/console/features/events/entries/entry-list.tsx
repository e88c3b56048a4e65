import { Button } from '@mantine/core'
import { IconCalendar, IconClock, IconDoorEnter, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useLiveRead } from './live-read.ts'
import { entriesApi, type EntryNow, type VenueEntry } from '#contract/events/entries.ts'
import type { EventListItem } from '#contract/events/events.ts'
import { weekHours } from '#contract/events/open-hours.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { formatCount } from '#ui/text/format.ts'
import listStyles from '#features/events/list/event-list.module.css'
import styles from './entry-list.module.css'

const EntryDialog = opened(async () => (await import('./entry-dialog.tsx')).EntryDialog)

type Props = {
  managesEvents: boolean
  hrefOf: (event: EventListItem) => string | undefined
  selected: string | undefined
}

/** The front doors of the venues, before all events; and the way to switch one on. */
export function EntryList({ managesEvents, hrefOf, selected }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [isOpening, setOpening] = useState(false)
  const { data, error, retry } = useLiveRead(entriesApi.listEntries, { params: { businessId } }, isAnyOpen)
  if (error)
    return <ErrorState title="The entries could not be loaded." detail={error.message} onRetry={retry} />
  const venues = data?.Results ?? []
  const entries = venues.flatMap(({ Entry, Now }) =>
    Entry?.EventStatus === 'Published' ? [{ entry: Entry, now: Now ?? null }] : [],
  )
  const rest = venues.filter(({ Entry }) => Entry?.EventStatus !== 'Published')
  const mayOpen = managesEvents && rest.length > 0
  if (entries.length === 0 && !mayOpen) return null
  return (
    <div className={styles.entries}>
      {entries.length > 0 && (
        <ul className={`${listStyles.frame} ${styles.list}`} aria-label="Entries">
          {entries.map(({ entry, now }) => (
            <li key={entry.id}>
              <EntryItem
                entry={entry}
                now={now}
                href={hrefOf(entry)}
                leadsToDoor={!managesEvents}
                isSelected={entry.id === selected}
              />
            </li>
          ))}
        </ul>
      )}
      {mayOpen && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDoorEnter size={16} aria-hidden />}
          onClick={() => setOpening(true)}
        >
          Switch on an entry
        </Button>
      )}
      {isOpening && <EntryDialog entry={null} venues={rest} onClose={() => setOpening(false)} />}
    </div>
  )
}

const isAnyOpen = ({ Results }: { Results: readonly VenueEntry[] }) =>
  Results.some(({ Now }) => Now !== null && Now !== undefined)

type ItemProps = {
  entry: EventListItem
  now: EntryNow | null
  href: string | undefined
  leadsToDoor: boolean
  isSelected: boolean
}

function EntryItem({ entry, now, href, leadsToDoor, isSelected }: ItemProps) {
  const Anchor = href === undefined ? 'div' : leadsToDoor ? 'a' : Link
  return (
    <Anchor href={href ?? ''} className={listStyles.item} aria-current={isSelected ? 'true' : undefined}>
      <span className={listStyles.top}>
        <span className={listStyles.name}>{entry.EventName}</span>
        <StatusBadge color="green">Entry</StatusBadge>
      </span>
      <span className={listStyles.when}>
        <IconCalendar size={14} aria-hidden /> Every day
      </span>
      <span className={listStyles.when}>
        <IconClock size={14} aria-hidden /> {weekHours(entry.OpenHours)}
      </span>
      {now && (
        <span className={listStyles.when}>
          <IconUsers size={14} aria-hidden /> {formatCount(now.PeopleIn + now.VisitorsIn)} in ·{' '}
          {formatCount(now.CameIn)} {now.CameIn === 1 ? 'check-in' : 'check-ins'} today
        </span>
      )}
    </Anchor>
  )
}
