/** The states of an event, and what leads from one to the next. */

export const eventStatuses = ['Draft', 'Published', 'Completed', 'Canceled', 'Deleted'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** What can be done to an event's status: the last part of the call's path. */
export const eventSteps = ['publish', 'complete', 'cancel', 'delete'] as const
export type EventStep = (typeof eventSteps)[number]

const steps: Readonly<Record<EventStep, { from: EventStatus; to: EventStatus; done: string }>> = {
  publish: { from: 'Draft', to: 'Published', done: 'published' },
  complete: { from: 'Published', to: 'Completed', done: 'completed' },
  cancel: { from: 'Published', to: 'Canceled', done: 'canceled' },
  delete: { from: 'Draft', to: 'Deleted', done: 'deleted' },
}

/** The steps that an event of this status can take. */
export function stepsFrom(status: EventStatus): EventStep[] {
  return eventSteps.filter((step) => steps[step].from === status)
}

/** The status that a step leads to. */
export function statusAfter(step: EventStep): EventStatus {
  return steps[step].to
}

/** An event that is over and done with can be looked at, and nothing else. */
export function canEdit(status: EventStatus): boolean {
  return status === 'Draft' || status === 'Published'
}

/** Why an event of this status can't take a step, and which it can. */
export function refusedStep(status: EventStatus, step: EventStep): string {
  const allowed = stepsFrom(status).map((each) => steps[each].done)
  const rest = allowed.length > 0 ? `It can be ${allowed.join(' or ')}.` : 'Its status is final.'
  return `An event that is ${status} can't be ${steps[step].done}. ${rest}`
}

/** Why nobody can be let in to an event of this status; null if they can. */
export const closedReasons: Readonly<Record<EventStatus, string | null>> = {
  Draft: 'This event has not been published.',
  Published: null,
  Completed: 'This event is completed.',
  Canceled: 'This event is canceled.',
  Deleted: 'This event is deleted.',
}
