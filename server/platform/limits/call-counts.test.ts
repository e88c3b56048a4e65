import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'
import { createCallCounts } from './call-counts.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: ReturnType<typeof openTestDatabase>
beforeAll(async () => {
  clone = await cloneDatabase()
  database = openTestDatabase(clone.url)
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await database.close()
  await clone.drop()
})

const most = 300
const near = most / 20

test('who was forgotten for many others is told of when they come again', async () => {
  const counts = createCallCounts(database)
  const call = (subject: string) => counts.add('calls', subject, most)
  for (let time = 0; time < near; time++) call('10.0.0.1')
  for (let other = 0; other < 50_000; other++) call(`other ${other}`)
  for (let time = 0; time < near; time++) call('10.0.0.1')
  await counts.tell()
  const elsewhere = createCallCounts(database)
  for (let time = 0; time < near; time++) elsewhere.add('calls', '10.0.0.1', most)
  await elsewhere.tell()
  expect(elsewhere.of('calls', '10.0.0.1')).toBe(2 * near)
  await counts.close()
  await elsewhere.close()
})

test('a minute that begins with calls nobody was told of is over a minute after them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const counts = createCallCounts(database)
  const call = () => counts.add('calls', '10.0.0.2', most)
  for (let time = 1; time < near; time++) call()
  vi.advanceTimersByTime(50_000)
  call()
  await counts.tell()
  expect(call().leftMs).toBeLessThanOrEqual(10_000)
  await counts.close()
})
