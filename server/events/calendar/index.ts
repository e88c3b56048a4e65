export { getCalendar, getCalendarLink, renewCalendarLink, withdrawCalendarLink } from './calendar-link.ts'
export { getEventCalendar } from './event-calendar.ts'
export { sealedCalendarLinks } from './sealed-link.ts'
