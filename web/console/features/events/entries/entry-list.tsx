import { Button } from '@mantine/core'
import { IconCalendar, IconClock, IconDoorEnter } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { entriesApi } from '#contract/events/entries.ts'
import type { EventListItem } from '#contract/events/events.ts'
import { weekHours } from '#contract/events/open-hours.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { Link } from '#ui/layout/navigation.tsx'
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
  const { data, error, retry } = useRead(entriesApi.listEntries, { params: { businessId } })
  if (error)
    return <ErrorState title="The entries could not be loaded." detail={error.message} onRetry={retry} />
  const venues = data?.Results ?? []
  const entries = venues.flatMap(({ Entry }) => (Entry?.EventStatus === 'Published' ? [Entry] : []))
  const rest = venues.filter(({ Entry }) => Entry?.EventStatus !== 'Published')
  const mayOpen = managesEvents && rest.length > 0
  if (entries.length === 0 && !mayOpen) return null
  return (
    <div className={styles.entries}>
      {entries.length > 0 && (
        <ul className={`${listStyles.frame} ${styles.list}`} aria-label="Entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryItem
                entry={entry}
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

type ItemProps = { entry: EventListItem; href: string | undefined; leadsToDoor: boolean; isSelected: boolean }

function EntryItem({ entry, href, leadsToDoor, isSelected }: ItemProps) {
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
    </Anchor>
  )
}
