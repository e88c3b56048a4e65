import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file, may, stream } from '#contract/endpoint.ts'
import { day } from '#contract/values/days.ts'
import { ScanResult } from './event-scans.ts'
import { eventPath, EventStatus } from './events.ts'

export const AttendanceRow = z.object({
  ScanId: z.string(),
  Member: z.object({
    FirstName: z.string(),
    LastName: z.string(),
    MemberLevelDescription: z.string().nullable(),
  }),
  ScanDateTime: z.iso.datetime(),
  /** Another door, which knew nothing of this, let them in again. */
  IsLetInTwice: z.boolean(),
  /** They have been checked out, and have not come in again. */
  IsOut: z.boolean(),
  /** Which session they came to; null where the event has none. */
  SessionId: z.string().nullable(),
})
export type AttendanceRow = z.infer<typeof AttendanceRow>

const AttendanceDay = z.object({
  Date: z.iso.date(),
  SessionId: z.string().nullable(),
  /** The name of the session; null where a day is meant. */
  Name: z.string().nullable(),
  CameIn: z.number().int(),
})

/** The figures of a front door, which is open for good, are of so many days, today being the last. */
export const entryDays = 31

export const AttendanceKpi = z.object({
  ValidScanCount: z.number().int(),
  /** How many came in each quarter of an hour that somebody came in. */
  Arrivals: z.array(
    z.object({
      From: z.iso.datetime(),
      Count: z.number().int(),
      /** The day that they came for, which a long night ends after, or the session. */
      Date: z.iso.date(),
      SessionId: z.string().nullable(),
    }),
  ),
  /** Scans that were refused, by result. */
  Refused: z.array(z.object({ Result: ScanResult, Count: z.number().int() })),
  /** How many came on each day, or to each session, in the order of time. */
  Days: z.array(AttendanceDay),
  /** How many are in now, of those who came to what is on. */
  PeopleIn: z.number().int(),
  /** How many members two doors let in that knew nothing of each other. */
  LetInTwice: z.number().int(),
  /** Who came is no longer kept: the figures are all there is. */
  IsFallenAway: z.boolean(),
})
export type AttendanceKpi = z.infer<typeof AttendanceKpi>

/** What the stream tells at each change: the figures, the newest rows, and whether the event goes on. */
export const AttendanceNews = z.object({
  Kpi: AttendanceKpi,
  Newest: z.array(AttendanceRow),
  /** The former version doesn't tell it. */
  EventStatus: EventStatus.optional(),
})
export type AttendanceNews = z.infer<typeof AttendanceNews>

const path = `${eventPath}/attendance` as const

export const attendanceApi = {
  listAttendance: endpoint({
    method: 'GET',
    path,
    title: 'Attendance of an event',
    access: may('Event.Manage'),
    shows: ['attendance'],
    query: z.object({ ...countedPaging, day: day().optional(), sessionId: z.string().max(64).optional() }),
    output: countedPage(AttendanceRow),
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
