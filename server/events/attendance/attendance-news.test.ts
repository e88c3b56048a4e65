import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import type { Notices } from '#platform/call'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent, scanOf } from '#tests/records/events.ts'
import { createAttendanceNews } from './attendance-news.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())
afterEach(() => void vi.restoreAllMocks())

test('how an event stands is kept for those who watch it, and given back when the last one leaves', async () => {
  const news = createAttendanceNews(hub.platform.notices)
  const db = hub.database.forTenant(harbourside.businessId)
  const eventId = await publishedEvent(hub)
  const follow = (venues: string[] | null) => news.follow(db, { venues }, eventId)
  const watchers = [follow(null), follow(null), follow(['1'])]
  for (const watcher of watchers) {
    await watcher.next()
    expect((await watcher.next()).value).toMatch(/^data: /)
  }
  expect(news.kept()).toBe(2)
  await watchers[0]!.return(undefined)
  expect(news.kept()).toBe(2)
  for (const watcher of watchers) await watcher.return(undefined)
  expect(news.kept()).toBe(0)
})

/** Notices of which none arrives; `beat` has all who watch look again. */
function lostNotices() {
  let waiting: (() => void)[] = []
  const notices: Notices = {
    sendSoon: () => undefined,
    on: () => undefined,
    watch: () => ({
      next: () => new Promise((resolve) => waiting.push(resolve)),
      isClosed: () => false,
      stop: () => undefined,
    }),
    close: async () => undefined,
  }
  const beat = () => {
    const all = waiting
    waiting = []
    all.forEach((wake) => wake())
  }
  return { notices, beat }
}

test('what no notice told is told at the next beat, to all who watch', async () => {
  const { notices, beat } = lostNotices()
  const news = createAttendanceNews(notices)
  const db = hub.database.forTenant(harbourside.businessId)
  const eventId = await publishedEvent(hub)
  const watchers = [1, 2].map(() => news.follow(db, { venues: null }, eventId))
  for (const watcher of watchers) {
    await watcher.next()
    expect((await watcher.next()).value).toContain('"ValidScanCount":0')
  }
  const { rows } = await hub.owner.query<{ number: string }>(
    `select membership_number as number from member where business_id = 'harbourside' and deleted_at is null
       and status is distinct from 'Suspended' and date_financial > current_date + 1 limit 1`,
  )
  await hub.as(people.door)(api.recordScans, {
    params: { ...harbourside, eventId },
    body: scanOf(rows[0]!.number),
  })
  const later = performance.now() + 20_000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  const told = watchers.map((watcher) => watcher.next())
  beat()
  for (const each of told) expect((await each).value).toContain('"ValidScanCount":1')
  for (const watcher of watchers) void watcher.return(undefined)
  beat()
})
