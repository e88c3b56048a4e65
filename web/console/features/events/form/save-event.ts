import { useNavigate } from '@tanstack/react-router'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import { reentryWords } from '#contract/events/door-rules.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import type { Words } from '#parts/conflict/differences.ts'
import { revised, unlessChanged, useRevisedSave } from '#parts/conflict/revised-save.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call } from '#web/api-client.ts'
import { sessionInWords } from '#features/events/door-facts.ts'
import { eventValuesOf, type EventValues } from './event-values.ts'

const text = messages.events

/** Saves an event, publishes it where that is wanted, and leads to it. */
export function useSaveEvent(event: HubEvent | null) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const create = useAction(eventsApi.createEvent)
  const revisedSave = useSaveChanges(event)
  const setStatus = useAction(eventsApi.setEventStatus)

  async function save(body: EventValues, isPublished: boolean): Promise<SubmitResult> {
    const saved = await (event ? revisedSave.save(body) : create.run({ params: { businessId }, body }))
    if (!saved.ok) return event ? { ok: false, errors: saved.errors } : saved
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

  return { save, question: revisedSave.question }
}

const words: Words<EventValues> = {
  labels: { Reentry: 'Re-entry', LetsSuspendedIn: 'Let suspended members in' },
  wordsOf(values, key) {
    if (key === 'Sessions') return values.Sessions?.map((each) => `${each.Name}: ${sessionInWords(each)}`)
    if (key === 'Reentry') return reentryWords[values.Reentry ?? 'once']
    return values[key]
  },
}

/** Changes the event that the form was opened with. Where somebody was faster, `question` asks whose is kept. */
function useSaveChanges(event: HubEvent | null) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, eventId: event?.id ?? '' }
  const { run } = useAction(eventsApi.updateEvent, { failure: unlessChanged(text.updateFailed) })
  const revisedOf = (now: HubEvent) => ({ fields: eventValuesOf(now), revision: now.Revision })
  const { save, question } = useRevisedSave<EventValues, HubEvent>({
    what: 'event',
    send: (body, revision) => run({ params, query: { revision }, body }),
    read: async () => revised(await call(eventsApi.getEvent, { params }), revisedOf),
    words,
  })
  return {
    save: (body: EventValues) => save(body, event ? revisedOf(event) : { fields: body, revision: '' }),
    question,
  }
}
