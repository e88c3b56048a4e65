import { Button, Group } from '@mantine/core'
import { IconCalendarShare, IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery, useLiveList } from '#console/queries.ts'
import { useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { eventsApi } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { useTotal } from '#parts/shown/counted-list.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { EntryList } from '#features/events/entries/entry-list.tsx'
import { BackToEvents, EventRecord } from '#features/events/event-record.tsx'
import { CalendarDialog } from '#features/events/calendar/calendar-dialog.tsx'
import { EventFilterBar, EventSearch, eventsQueryOf } from './event-filter-bar.tsx'
import { EventList, isOnNow } from './event-list.tsx'
import { scanUrl } from '#features/events/event-words.ts'
import styles from './events-page.module.css'

const text = messages.events

const tabs = [
  { key: 'all', label: 'All' },
  { key: 'today', label: 'Today' },
  { key: 'upcoming', label: 'Upcoming' },
] as const

/** Fetches the first events ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  void client.prefetchInfiniteQuery(
    listQuery(eventsApi.listEvents, { params: { businessId }, query: eventsQueryOf(EventSearch.parse({})) }),
  )
}

/** The events of the business, and beside them the one that was chosen. Who only scans goes to the door of one. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const managesEvents = useMay(eventsApi.updateEvent)
  const opened = useOpened('event')
  return (
    <ConsolePage title="Events" action={managesEvents && <PageActions businessId={businessId} />}>
      <Events managesEvents={managesEvents} opened={opened} />
    </ConsolePage>
  )
}

type EventsProps = { managesEvents: boolean; opened: ReturnType<typeof useOpened> }

// Where there is little room the opened event stands in the list's place, by style alone: a window that is made
// narrower or wider keeps what was typed, opened and scrolled to.
function Events({ managesEvents, opened }: EventsProps) {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(EventSearch)
  const { values, change } = filters
  const input = { params: { businessId }, query: eventsQueryOf(values) }
  const list = useTotal(eventsApi.listEvents, input, useLiveList(eventsApi.listEvents, input, isOnNow))
  const mayScan = useMay(eventScansApi.recordScans)
  const hrefOf = ({ id }: { id: string }) => {
    if (managesEvents) return opened.hrefOf(id)
    return mayScan ? scanUrl(businessId, id) : undefined
  }
  const content = (
    <div className={managesEvents ? styles.both : undefined}>
      <div className={styles.list}>
        <EntryList managesEvents={managesEvents} hrefOf={hrefOf} selected={opened.id} />
        <EventList
          list={list}
          none={noneOf(managesEvents, values.q)}
          action={managesEvents && !filters.isSet && <FirstEvent businessId={businessId} />}
          hrefOf={hrefOf}
          leadsToDoor={!managesEvents}
          selected={opened.id}
        />
      </div>
      {managesEvents && <OpenedEvent opened={opened} />}
    </div>
  )
  return (
    <div className={styles.page} data-opened={(managesEvents && opened.id !== undefined) || undefined}>
      {managesEvents && (
        <div className={styles.filters}>
          <EventFilterBar filters={filters} />
        </div>
      )}
      <TabSet
        label="Events"
        current={values.tab}
        onChange={(tab) => change({ tab: tab as EventSearch['tab'] })}
        tabs={tabs.map((tab) => ({ ...tab, content }))}
      />
    </div>
  )
}

function FirstEvent({ businessId }: { businessId: string }) {
  return (
    <Button component={Link} variant="default" href={pageHref('newEvent', { businessId })}>
      Plan an event
    </Button>
  )
}

function noneOf(managesEvents: boolean, q: string): string {
  if (q) return text.noneMatching(q)
  return managesEvents ? text.noneFound : text.noneOpen
}

function OpenedEvent({ opened: { id, close } }: Pick<EventsProps, 'opened'>) {
  const panel = useRef<HTMLElement>(null)
  // Whoever has scrolled far down the list sees the event from its title on, also where it takes the list's place.
  useEffect(() => {
    const { top } = panel.current!.getBoundingClientRect()
    if (id !== undefined && top < 0) panel.current!.scrollIntoView()
    panel.current!.scrollTop = 0
  }, [id])
  return (
    <section
      ref={panel}
      className={styles.panel}
      data-empty={id === undefined || undefined}
      aria-label="Event"
    >
      {id ? (
        <>
          <div className={styles.back}>
            <BackToEvents onClick={close} />
          </div>
          <EventRecord key={id} eventId={id} onGone={close} />
        </>
      ) : (
        <EmptyState text={text.selectOne} />
      )}
    </section>
  )
}

function PageActions({ businessId }: { businessId: string }) {
  const [showsCalendar, showCalendar] = useState(false)
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} aria-hidden />}
        onClick={() => showCalendar(true)}
      >
        Calendar
      </Button>
      <NewEventButton businessId={businessId} />
      {showsCalendar && <CalendarDialog onClose={() => showCalendar(false)} />}
    </Group>
  )
}

function NewEventButton({ businessId }: { businessId: string }) {
  return (
    <Button
      component={Link}
      href={pageHref('newEvent', { businessId })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {text.createNew}
    </Button>
  )
}
