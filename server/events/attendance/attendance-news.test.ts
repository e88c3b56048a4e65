import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'
import { createAttendanceNews } from './attendance-news.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

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
