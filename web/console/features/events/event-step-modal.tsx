import { useAction } from '#console/actions.ts'
import type { EventStep } from '#contract/events/event-status.ts'
import { isEntry } from '#contract/events/event-times.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

const words: Readonly<Record<EventStep, { title: string; text: string; button: string; done: string }>> = {
  publish: {
    title: 'Publish the event?',
    text: 'Its door opens at the check-in time.',
    button: messages.events.publish,
    done: messages.events.updated,
  },
  complete: {
    title: 'Complete the event?',
    text: 'Its door closes for good, and the attendance stays as it is.',
    button: 'Complete',
    done: messages.events.updated,
  },
  cancel: {
    title: 'Cancel the event?',
    text: 'Its door closes for good. A canceled event can not be published again.',
    button: 'Cancel event',
    done: messages.events.updated,
  },
  delete: {
    title: 'Delete the event?',
    text: 'It disappears from every list.',
    button: 'Delete',
    done: 'Event deleted.',
  },
}

/** Of the front door of a venue, which can be switched on again. */
const switchingOff = {
  title: 'Switch the entry off?',
  text: 'Its door lets nobody in until it is switched on again. Who came stays on record.',
  button: 'Switch off',
  done: 'Entry switched off.',
}

type Props = { event: HubEvent; step: EventStep; onGone: () => void; onClose: () => void }

/** Asks before an event takes a step that there is no way back from. */
export function EventStepModal({ event, step, onGone, onClose }: Props) {
  const { title, text, button, done } = isEntry(event) ? switchingOff : words[step]
  const { run } = useAction(eventsApi.setEventStatus, {
    success: done,
    failure: messages.events.updateFailed,
    // The page of a deleted event is left first: asking for it again would only be refused.
    except: step === 'delete' ? [eventsApi.getEvent] : [],
  })
  return (
    <ConfirmModal
      title={title}
      text={`${event.EventName}: ${text}`}
      confirmLabel={button}
      cancelLabel={step === 'cancel' ? 'Keep it' : 'Cancel'}
      danger={step === 'cancel' || step === 'delete'}
      onConfirm={async () => {
        const answer = await run({
          params: { businessId: event.BusinessId, eventId: event.id, status: step },
        })
        if (answer.ok && step === 'delete') onGone()
        return answer
      }}
      onClose={onClose}
    />
  )
}
