import { AttendanceNews as News, type attendanceApi } from '#contract/events/attendance.ts'
import type { Who } from '#platform/access'
import type { Call, Notices } from '#platform/call'
import type { Queries } from '#platform/database'
import { eventSubject, readEvent } from '#server/events/record'
import { readAttendance, readKpi } from './attendance.ts'

/** Tells those who watch an event's attendance when it changes, in whichever process that happens. */
export type AttendanceNews = {
  changed(businessId: string, eventId: string): void
  /** What a watcher is sent: how things stand, again at each change, and something now and then to show it is alive. */
  follow(db: Queries, who: Pick<Who, 'venues'>, eventId: string): AsyncGenerator<string>
  /** How many states are kept: those that somebody watches. */
  kept(): number
}

const channel = 'attendance_changed'
const newestRows = 30
const heartbeatMs = 20_000
// A notice may be lost: what is older than this is read anew, so that a beat or the next tells how things stand.
const freshMs = heartbeatMs / 2

/** How an event stands, for those who watch it: who of them reads it does so for all. */
type Watched = { watchers: number; state: Promise<string> | null; readAt: number }

/** The news of one process. What is read for one watcher serves all others of the same event, until the last one leaves. */
export function createAttendanceNews(notices: Notices): AttendanceNews {
  const watched = new Map<string, Watched>()

  function enter(key: string): Watched {
    const its = watched.get(key) ?? { watchers: 0, state: null, readAt: 0 }
    its.watchers++
    watched.set(key, its)
    return its
  }

  function leave(key: string, its: Watched): void {
    its.watchers--
    if (its.watchers === 0) watched.delete(key)
  }

  notices.on(channel, (subject) => {
    for (const [key, its] of watched) if (isAbout(key, subject)) its.state = null
  })

  return {
    changed: (businessId, eventId) => notices.sendSoon(channel, eventSubject(businessId, eventId)),
    async *follow(db, who, eventId) {
      const { venues } = who
      const watch = notices.watch(channel, eventSubject(db.businessId, eventId))
      const key = JSON.stringify([db.businessId, eventId, venues])
      const its = enter(key)
      try {
        yield 'retry: 2000\n\n'
        let last = ''
        while (!watch.isClosed()) {
          const changed = watch.next(heartbeatMs)
          const state = await stateOf(its, () => readState(db, { venues }, eventId))
          yield state === last ? ': still here\n\n' : `data: ${state}\n\n`
          last = state
          await changed
        }
      } finally {
        watch.stop()
        leave(key, its)
      }
    },
    kept: () => watched.size,
  }
}

function stateOf(its: Watched, read: () => Promise<string>): Promise<string> {
  if (its.state && performance.now() - its.readAt < freshMs) return its.state
  its.readAt = performance.now()
  const state = read()
  its.state = state
  // What couldn't be read is read again.
  state.catch(() => its.state === state && (its.state = null))
  return state
}

/** The attendance of an event as server-sent events. */
export async function watchAttendance(
  { db, who, params }: Call<typeof attendanceApi.watchAttendance>,
  news: AttendanceNews,
) {
  const event = await readEvent(db, params.eventId)
  return news.follow(db, who, event.id)
}

async function readState(db: Queries, who: Pick<Who, 'venues'>, eventId: string): Promise<string> {
  // As it is by now: its sessions may have changed since somebody began to watch.
  const event = await readEvent(db, eventId)
  const Newest = await readAttendance(db, who, event, newestRows)
  const Kpi = await readKpi(db, who, event)
  return JSON.stringify(News.parse({ Kpi, Newest, EventStatus: event.EventStatus }))
}

function isAbout(key: string, subject: string): boolean {
  return subject === '' || key.startsWith(`${subject.slice(0, -1)},`)
}
