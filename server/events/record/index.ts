export { comingDays, type EventDay } from './coming-days.ts'
export { eventSchedule, eventTasks } from './complete-events.ts'
export { countEventsToday, listEvents } from './event-list.ts'
export { doorRulesInWords, holdSessions, saveDoorRules } from './door-rules.ts'
export {
  doorRuleColumns,
  eventColumns,
  eventRecord,
  lockEvent,
  readEvent,
  readSeenEvent,
  requireTheirEntry,
} from './event-record.ts'
export { eventSubject } from './event-steps.ts'
export { createEvent, duplicateEvent, getEvent, setEventStatus, updateEvent } from './events.ts'
