import {
  IconBan,
  IconCalendarPlus,
  IconCircleCheck,
  IconCopyPlus,
  IconDoor,
  IconHelpCircle,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useAction } from '#console/actions.ts'
import { useMay } from '#console/can-open.ts'
import { useDownload } from '#console/downloads.ts'
import { pageHref } from '#contract/console-paths.ts'
import { calendarApi } from '#contract/events/calendar.ts'
import { stepsFrom, type EventStep } from '#contract/events/event-status.ts'
import { isEntry } from '#contract/events/event-times.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import type { RowAction } from '#ui/table/row-menu.tsx'
import { DoorKitsDialog } from '#features/events/doors/door-kits-dialog.tsx'
import { EventStepModal } from './event-step-modal.tsx'
import { WhoGetsInDialog } from '#features/events/doors/who-gets-in-dialog.tsx'

const steps: Readonly<Record<EventStep, { label: string; icon: ReactNode; danger?: true }>> = {
  publish: { label: messages.events.publish, icon: <IconSend size={16} aria-hidden /> },
  complete: { label: 'Complete event', icon: <IconCircleCheck size={16} aria-hidden /> },
  cancel: { label: 'Cancel event', icon: <IconBan size={16} aria-hidden />, danger: true },
  delete: { label: 'Delete event', icon: <IconTrash size={16} aria-hidden />, danger: true },
}

/** The front door of a venue is switched off, and no more. */
function stepsOf(event: HubEvent): EventStep[] {
  return stepsFrom(event.EventStatus).filter((step) => !isEntry(event) || step === 'complete')
}

function wordsOf(event: HubEvent, step: EventStep) {
  return isEntry(event) ? { ...steps[step], label: 'Switch off' } : steps[step]
}

type Dialog = 'who' | 'kits' | EventStep

/** What can be done with an event as it stands, and the dialogs for it. */
export function useEventActions(event: HubEvent, onGone: () => void) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const duplicate = useDuplicate(event)
  const { start: saveCalendar } = useDownload(calendarApi.getEventCalendar, {
    failure: 'The calendar file could not be made.',
  })
  const close = () => setDialog(null)
  const isOpen = event.EventStatus === 'Draft' || event.EventStatus === 'Published'
  // It is asked of a member, who has to be found.
  const canFind = useMay(membersApi.listMembers)
  const who: RowAction = {
    label: 'Who would get in?',
    icon: <IconHelpCircle size={16} aria-hidden />,
    onClick: () => setDialog('who'),
  }
  const whileOpen: RowAction[] = [
    ...(canFind ? [who] : []),
    { label: 'Door kits', icon: <IconDoor size={16} aria-hidden />, onClick: () => setDialog('kits') },
  ]
  const calendar: RowAction = {
    label: 'Add to calendar',
    icon: <IconCalendarPlus size={16} aria-hidden />,
    onClick: () => void saveCalendar({ params: { businessId: event.BusinessId, eventId: event.id } }),
  }
  const copy: RowAction = {
    label: 'Duplicate event',
    icon: <IconCopyPlus size={16} aria-hidden />,
    onClick: () => void duplicate(),
  }
  const actions: RowAction[] = [
    ...(isOpen ? whileOpen : []),
    ...(isEntry(event) ? [] : [calendar, copy]),
    ...stepsOf(event).map((step) => ({ ...wordsOf(event, step), onClick: () => setDialog(step) })),
  ]
  return {
    actions,
    dialog: (
      <>
        {dialog === 'who' && <WhoGetsInDialog event={event} onClose={close} />}
        {dialog === 'kits' && <DoorKitsDialog event={event} onClose={close} />}
        {dialog !== null && dialog !== 'who' && dialog !== 'kits' && (
          <EventStepModal event={event} step={dialog} onGone={onGone} onClose={close} />
        )}
      </>
    ),
  }
}

function useDuplicate(event: HubEvent) {
  const navigate = useNavigate()
  const { run } = useAction(eventsApi.duplicateEvent, {
    success: messages.events.created,
    failure: 'The event could not be duplicated.',
  })
  return async () => {
    const answer = await run({ params: { businessId: event.BusinessId, eventId: event.id } })
    if (!answer.ok) return
    const to = pageHref('event', { businessId: event.BusinessId, eventId: answer.data.id })
    await navigate({ to, search: { edit: 'true' } })
  }
}
