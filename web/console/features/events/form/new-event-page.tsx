import { useNavigate } from '@tanstack/react-router'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { EventForm } from './event-form.tsx'
import { useSaveEvent } from './save-event.ts'

/** Makes an event. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const { save } = useSaveEvent(null)
  const events = pageHref('events', { businessId })
  return (
    <ConsolePage title="New Event" under={[{ label: 'Events', href: events }]}>
      <EventForm event={null} onSave={save} onCancel={() => void navigate({ to: events })} />
    </ConsolePage>
  )
}
