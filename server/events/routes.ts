import type { attendanceApi } from '#contract/attendance.ts'
import type { doorKitsApi } from '#contract/door-kits.ts'
import type { eventScansApi } from '#contract/event-scans.ts'
import type { eventsApi } from '#contract/events.ts'
import type { Handlers } from '#platform/call.ts'
import type { Notices } from '#platform/notices.ts'
import type { Vault } from '#platform/vault.ts'
import { getAdmission } from './admission.ts'
import { exportAttendance } from './attendance-export.ts'
import { type AttendanceNews, createAttendanceNews, watchAttendance } from './attendance-news.ts'
import { getAttendanceKpi, listAttendance } from './attendance.ts'
import { type CodeReader, noOtherCodes } from './code-reader.ts'
import { createDoorEvents } from './door-event.ts'
import { createDoorKit, listDoorKits, revokeDoorKit } from './door-kits.ts'
import { getDoor, getDoorKey, getDoorSnapshot } from './door.ts'
import { listEvents } from './event-list.ts'
import { createEvent, duplicateEvent, getEvent, setEventStatus, updateEvent } from './events.ts'
import { overrideScan, undoScan } from './scan-changes.ts'
import { recordScans } from './scans.ts'

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
