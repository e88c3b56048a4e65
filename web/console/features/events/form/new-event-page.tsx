import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { eventsApi } from '#contract/events/events.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { EventFormPanels } from './event-form.tsx'
import { asUsual, firstEvening, type EventValues } from './event-values.ts'
import { useSaveEvent } from './save-event.ts'

/** Makes an event, which starts as the last one was; the first is an evening at the club. */
export function Page() {
  const { BusinessId: businessId, TimeZone, VenueSummaries } = useBusiness()
  const events = pageHref('events', { businessId })
  const { data, error } = useRead(eventsApi.listEvents, {
    params: { businessId },
    query: { sortBy: 'LastModifiedNewestFirst', limit: 1 },
  })
  const [now] = useState(() => new Date())
  const [usual] = data?.Results ?? []
  const place = VenueSummaries[0]?.DisplayName ?? ''
  return (
    <ConsolePage title="New Event" under={[{ label: 'Events', href: events }]}>
      {/* Where the last one can't be read, the form is as good without it. */}
      {data || error ? (
        <NewEvent
          initialValues={usual ? asUsual(usual) : firstEvening(place, TimeZone, now)}
          eventsHref={events}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </ConsolePage>
  )
}

function NewEvent({ initialValues, eventsHref }: { initialValues: EventValues; eventsHref: string }) {
  const navigate = useNavigate()
  const { save } = useSaveEvent(null)
  return (
    <EventFormPanels
      event={null}
      initialValues={initialValues}
      onSave={save}
      onCancel={() => void navigate({ to: eventsHref })}
    />
  )
}
