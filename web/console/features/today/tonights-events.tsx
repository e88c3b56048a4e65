import { Anchor } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useLiveList } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { doorPath } from '#contract/door-path.ts'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { eventsApi, type EventListItem } from '#contract/events/events.ts'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './today.module.css'

const figure = new Intl.NumberFormat('en-AU')

/** The events of the day with how many have come so far, counted anew while they are on, and the ways to their doors. */
export function TonightsEvents() {
  const { BusinessId: businessId } = useBusiness()
  const { rows } = useLiveList(
    eventsApi.listEvents,
    {
      params: { businessId },
      query: { timeframe: 'today', status: 'Published', sortBy: 'EventDateOldestFirst', limit: 3 },
    },
    ({ CameIn }) => typeof CameIn === 'number',
  )
  return (
    <ul className={styles.events} aria-label="Events today">
      {rows?.map((event) => (
        <EventToday key={event.id} event={event} />
      ))}
    </ul>
  )
}

function EventToday({ event }: { event: EventListItem }) {
  const { BusinessId: businessId } = useBusiness()
  const manages = useMay(eventsApi.updateEvent)
  const scans = useMay(eventScansApi.recordScans)
  const door = doorPath(businessId, event.id)
  return (
    <li className={styles.detail}>
      {manages ? (
        <Anchor
          component={Link}
          href={pageHref('event', { businessId, eventId: event.id })}
          className={styles.item}
        >
          {event.EventName}
        </Anchor>
      ) : (
        event.EventName
      )}{' '}
      {timesOf(event)}
      {typeof event.CameIn === 'number' && `, ${figure.format(event.CameIn)} came in`}
      {scans && (
        <>
          {'\u00A0· '}
          <Anchor href={door} className={styles.item} aria-label={`Door of ${event.EventName}`}>
            Door
          </Anchor>
        </>
      )}
    </li>
  )
}

/** When one may come in; what an event begins with is the whole day. */
const timesOf = ({ CheckInStartTime: from, CheckInEndTime: to }: EventListItem) =>
  from === '00:00' && to === '23:59' ? 'all day' : `${from} – ${to}`
