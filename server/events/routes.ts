import type { attendanceApi } from '#contract/events/attendance.ts'
import type { calendarApi } from '#contract/events/calendar.ts'
import type { doorKitsApi } from '#contract/events/doors/door-kits.ts'
import type { doorListApi } from '#contract/events/doors/door-list.ts'
import type { doorOwnerApi } from '#contract/events/doors/door-owner.ts'
import type { doorPhotosApi } from '#contract/events/doors/door-photos.ts'
import type { doorSearchApi } from '#contract/events/doors/door-search.ts'
import type { entriesApi } from '#contract/events/entries.ts'
import type { eventScansApi } from '#contract/events/event-scans.ts'
import type { eventsApi } from '#contract/events/events.ts'
import type { visitsApi } from '#contract/events/visits.ts'
import type { whoIsInApi } from '#contract/events/who-is-in.ts'
import type { Handlers, Notices } from '#platform/call'
import type { Vault } from '#platform/secrets'
import {
  exportAttendance,
  type AttendanceNews,
  createAttendanceNews,
  watchAttendance,
  getAttendanceKpi,
  listAttendance,
} from '#server/events/attendance'
import {
  getCalendar,
  getCalendarLink,
  getEventCalendar,
  renewCalendarLink,
  withdrawCalendarLink,
} from '#server/events/calendar'
import {
  type CodeReader,
  noOtherCodes,
  createDoorEvents,
  createDoorKit,
  listDoorKits,
  revokeDoorKit,
  getDoor,
  getDoorKey,
  getDoorList,
  getDoorListPart,
  getDoorOwner,
  getDoorPhoto,
  getDoorSnapshot,
} from '#server/events/doors'
import { listEntries, saveEntry, switchEntryOn } from '#server/events/entries'
import { getDoorNow, listWhoIsIn, searchGuests, type VisitorsIn } from '#server/events/presence'
import {
  listEvents,
  createEvent,
  duplicateEvent,
  getEvent,
  setEventStatus,
  updateEvent,
} from '#server/events/record'
import {
  admitScan,
  createDoorLines,
  getAdmission,
  overrideScan,
  undoScan,
  recordScans,
} from '#server/events/scans'
import { getBusyHours, getLastVisit } from '#server/events/visits'

/** Events: planned, published, closed. */
export const eventRoutes: Handlers<typeof eventsApi> = {
  listEvents,
  getEvent,
  createEvent,
  updateEvent,
  setEventStatus,
  duplicateEvent,
  getAdmission,
}

type Attending = Handlers<typeof eventScansApi> & Handlers<typeof attendanceApi>

/** What doors do, and what is seen of it. Codes that are no member's own number are read by `readCode`. */
export function attendanceRoutes(
  notices: Notices,
  vault: Vault | null,
  brand: string,
  visitorsIn: VisitorsIn,
  readCode: CodeReader = noOtherCodes,
): Attending {
  const news: AttendanceNews = createAttendanceNews(notices)
  const scanning = { events: createDoorEvents(), news, readCode, visitorsIn, lines: createDoorLines() }
  return {
    recordScans: (call) => recordScans(call, scanning),
    undoScan: (call) => undoScan(call, news),
    overrideScan: (call) => overrideScan(call, news),
    admitScan: (call) => admitScan(call, news),
    getDoorNow: (call) => getDoorNow(call, visitorsIn),
    getDoor: (call) => getDoor(call, brand),
    getDoorSnapshot: (call) => getDoorSnapshot(call, vault),
    getDoorKey: (call) => getDoorKey(call, vault),
    listAttendance,
    getAttendanceKpi,
    exportAttendance,
    watchAttendance: (call) => watchAttendance(call, news),
  }
}

/** Links that open a door without an account. */
export const doorKitRoutes: Handlers<typeof doorKitsApi> = { listDoorKits, createDoorKit, revokeDoorKit }

/** Members by name, while there is a connection. */
export const doorSearchRoutes: Handlers<typeof doorSearchApi> = { searchGuests }

/** The list that a door goes by while it has no connection, in parts. */
export const doorListRoutes: Handlers<typeof doorListApi> = { getDoorList, getDoorListPart }

/** What a door shows of those it has scanned, and to those whom it doesn't open to. */
export const doorPhotoRoutes: Handlers<typeof doorPhotosApi & typeof doorOwnerApi> = {
  getDoorPhoto,
  getDoorOwner,
}

/** The front doors of venues: events without an end. */
export const entryRoutes = (visitorsIn: VisitorsIn): Handlers<typeof entriesApi> => ({
  listEntries: (call) => listEntries(call, visitorsIn),
  switchEntryOn,
  saveEntry,
})

/** When people come. */
export const visitRoutes: Handlers<typeof visitsApi> = { getLastVisit, getBusyHours }

/** Events as calendars read them: one as a file, and all by a link. */
export const calendarRoutes = (vault: Vault | null): Handlers<typeof calendarApi> => ({
  getEventCalendar,
  getCalendarLink: (call) => getCalendarLink(call, vault),
  renewCalendarLink,
  withdrawCalendarLink,
  getCalendar,
})

/** Who is in at this moment, with the visitors. */
export const whoIsInRoutes = (visitorsIn: VisitorsIn): Handlers<typeof whoIsInApi> => ({
  listWhoIsIn: (call) => listWhoIsIn(call, visitorsIn),
})
