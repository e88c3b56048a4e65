import type { attendanceApi } from '#contract/events/attendance.ts'
import type { doorKitsApi } from '#contract/events/door-kits.ts'
import type { doorListApi } from '#contract/events/door-list.ts'
import type { eventScansApi } from '#contract/events/event-scans.ts'
import type { eventsApi } from '#contract/events/events.ts'
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
  getDoorSnapshot,
} from '#server/events/doors'
import {
  listEvents,
  createEvent,
  duplicateEvent,
  getEvent,
  setEventStatus,
  updateEvent,
} from '#server/events/record'
import { getAdmission, overrideScan, undoScan, recordScans } from '#server/events/scans'

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
  readCode: CodeReader = noOtherCodes,
): Attending {
  const news: AttendanceNews = createAttendanceNews(notices)
  const events = createDoorEvents()
  return {
    recordScans: (call) => recordScans(call, { events, news, readCode }),
    undoScan: (call) => undoScan(call, news),
    overrideScan: (call) => overrideScan(call, news),
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

/** The list that a door goes by while it has no connection, in parts. */
export const doorListRoutes: Handlers<typeof doorListApi> = { getDoorList, getDoorListPart }
