import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { canEdit } from '#contract/events/event-status.ts'
import { isEntry } from '#contract/events/event-times.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { EventFormPanels } from '#features/events/form/event-form.tsx'
import { BackToEvents, EventRecord } from './event-record.tsx'
import { eventValuesOf } from '#features/events/form/event-values.ts'
import { useSaveEvent } from '#features/events/form/save-event.ts'

/** An event on a page of its own, to look at or, with `edit=true`, to change. */
export function Page() {
  const { eventId } = usePageParams('event')
  const { edit }: Record<string, unknown> = useSearch({ strict: false })
  const { BusinessId: businessId } = useBusiness()
  const { data: event, error } = useRead(eventsApi.getEvent, { params: { businessId, eventId } })
  const isEdited = edit === 'true' || edit === ''
  return isEdited && event && canEdit(event.EventStatus) && !isEntry(event) ? (
    <EditEvent event={event} />
  ) : (
    <ViewEvent eventId={eventId} name={event?.EventName ?? (error ? 'Event' : undefined)} />
  )
}

function ViewEvent({ eventId, name }: { eventId: string; name: string | undefined }) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const events = pageHref('events', { businessId })
  return (
    <ConsolePage title={name} under={[{ label: 'Events', href: events }]}>
      <BackToEvents href={events} />
      <EventRecord isNamed eventId={eventId} onGone={() => void navigate({ to: events })} />
    </ConsolePage>
  )
}

function EditEvent({ event: given }: { event: HubEvent }) {
  const navigate = useNavigate()
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [event] = useState(given)
  const { save, question } = useSaveEvent(event)
  const events = pageHref('events', { businessId: event.BusinessId })
  return (
    <ConsolePage title="Edit Event" subtitle={event.EventName} under={[{ label: 'Events', href: events }]}>
      <EventFormPanels
        event={event}
        initialValues={eventValuesOf(event)}
        onSave={save}
        onCancel={() => void navigate({ to: '.', search: {}, replace: true })}
      />
      {question}
    </ConsolePage>
  )
}
