export { listEvents } from './event-list.ts'
export { eventColumns, readEvent } from './event-record.ts'
export { createEvent, duplicateEvent, getEvent, setEventStatus, updateEvent } from './events.ts'
