import { z } from 'zod'
import { endpoint, file, may, page, paging, stream } from '#contract/endpoint.ts'
import { ScanResult } from './event-scans.ts'
import { eventPath } from './events.ts'

export const AttendanceRow = z.object({
  ScanId: z.string(),
  Member: z.object({
    FirstName: z.string(),
    LastName: z.string(),
    MemberLevelDescription: z.string().nullable(),
  }),
  ScanDateTime: z.iso.datetime(),
})
export type AttendanceRow = z.infer<typeof AttendanceRow>

export const AttendanceKpi = z.object({
  ValidScanCount: z.number().int(),
  /** How many came in each quarter of an hour that somebody came in. */
  Arrivals: z.array(z.object({ From: z.iso.datetime(), Count: z.number().int() })),
  /** Scans that were refused, by result. */
  Refused: z.array(z.object({ Result: ScanResult, Count: z.number().int() })),
  /** Who came is no longer kept: the figures are all there is. */
  IsFallenAway: z.boolean(),
})
export type AttendanceKpi = z.infer<typeof AttendanceKpi>

/** What the stream tells at each change: the figures, and the newest rows. */
export const AttendanceNews = z.object({ Kpi: AttendanceKpi, Newest: z.array(AttendanceRow) })
export type AttendanceNews = z.infer<typeof AttendanceNews>

const path = `${eventPath}/attendance` as const

export const attendanceApi = {
  listAttendance: endpoint({
    method: 'GET',
    path,
    title: 'Attendance of an event',
    access: may('Event.Manage'),
    shows: ['attendance'],
    query: z.object(paging),
    output: page(AttendanceRow),
  }),
  getAttendanceKpi: endpoint({
    method: 'GET',
    path: `${path}/kpi`,
    title: 'Figures of the attendance of an event',
    access: may('Event.Manage'),
    shows: ['attendance'],
    output: AttendanceKpi,
  }),
  exportAttendance: endpoint({
    method: 'GET',
    path: `${path}/csv`,
    title: 'Attendance of an event, as a CSV file',
    access: may('Event.Manage'),
    shows: ['attendance'],
    query: z.object({ includeInvalidScans: z.enum(['true', 'false']).default('false') }),
    mayLag: true,
    leavesEntry: true,
    output: file,
  }),
  watchAttendance: endpoint({
    method: 'GET',
    path: `${path}/stream`,
    title: 'Attendance of an event, as it changes (server-sent events)',
    access: may('Event.Manage'),
    shows: ['attendance'],
    output: stream,
  }),
}
