import { AttendanceNews as News, type attendanceApi } from '#contract/events/attendance.ts'
import type { Who } from '#platform/access'
import type { Call, Notices } from '#platform/call'
import type { Queries } from '#platform/database'
import { readEvent } from '#server/events/record'
import { readAttendance, readKpi } from './attendance.ts'

/** Tells those who watch an event's attendance when it changes, in whichever process that happens. */
export type AttendanceNews = {
  changed(businessId: string, eventId: string): void
  /** What a watcher is sent: how things stand, again at each change, and something now and then to show it is alive. */
  follow(db: Queries, who: Pick<Who, 'venues'>, eventId: string): AsyncGenerator<string>
}

const channel = 'attendance_changed'
const newestRows = 30
const heartbeatMs = 20_000

/** The news of one process. What is read for one watcher serves all others of the same event. */
export function createAttendanceNews(notices: Notices): AttendanceNews {
  const states = new Map<string, Promise<string>>()

  function stateOf(db: Queries, { venues }: Pick<Who, 'venues'>, eventId: string): Promise<string> {
    const key = JSON.stringify([db.businessId, eventId, venues])
    const known = states.get(key)
    if (known) return known
    const state = readState(db, { venues }, eventId)
    states.set(key, state)
    state.catch(() => states.delete(key))
    return state
  }

  notices.on(channel, (subject) => {
    for (const key of states.keys()) if (isAbout(key, subject)) states.delete(key)
  })

  return {
    changed: (businessId, eventId) => notices.sendSoon(channel, subjectOf(businessId, eventId)),
    async *follow(db, who, eventId) {
      const watch = notices.watch(channel, subjectOf(db.businessId, eventId))
      try {
        yield 'retry: 2000\n\n'
        let last = ''
        while (!watch.isClosed()) {
          const changed = watch.next(heartbeatMs)
          const state = await stateOf(db, who, eventId)
          yield state === last ? ': still here\n\n' : `data: ${state}\n\n`
          last = state
          await changed
        }
      } finally {
        watch.stop()
      }
    },
  }
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
  const Newest = await readAttendance(db, who, eventId, newestRows)
  const Kpi = await readKpi(db, who, eventId)
  return JSON.stringify(News.parse({ Kpi, Newest }))
}

function subjectOf(businessId: string, eventId: string): string {
  return JSON.stringify([businessId, eventId])
}

function isAbout(key: string, subject: string): boolean {
  return subject === '' || key.startsWith(`${subject.slice(0, -1)},`)
}
