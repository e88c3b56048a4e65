import { useNavigate } from '@tanstack/react-router'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import type { EventValues } from './event-values.ts'

const text = messages.events

/** Saves an event, publishes it where that is wanted, and leads to it. */
export function useSaveEvent(event: HubEvent | null) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const create = useAction(eventsApi.createEvent)
  const update = useAction(eventsApi.updateEvent)
  const setStatus = useAction(eventsApi.setEventStatus)

  return async (body: EventValues, isPublished: boolean): Promise<SubmitResult> => {
    const saved = await (event
      ? update.run({ params: { businessId, eventId: event.id }, body })
      : create.run({ params: { businessId }, body }))
    if (!saved.ok) {
      if (event) toasts.error(text.updateFailed, saved.message)
      return event ? { ok: false, errors: saved.errors } : saved
    }
    const eventId = saved.data.id
    const published = isPublished
      ? await setStatus.run({ params: { businessId, eventId, status: 'publish' } })
      : null
    if (published && !published.ok) toasts.error(text.publishFailed(published.message))
    else toasts.success(event ? text.updated : text.created)
    // What is saved can be left; what wasn't published is shown as the draft that it is.
    await navigate({ to: pageHref('event', { businessId, eventId }), search: {}, ignoreBlocker: true })
    return { ok: true }
  }
}
