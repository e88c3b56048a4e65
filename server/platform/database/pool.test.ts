import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#platform/refusals'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

test('who comes when very many wait for a connection is told so at once, and those who wait get theirs', async () => {
  const database = openTestDatabase(clone.url, { connections: 1 })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const first = database.transaction('harbourside', () => held)
  const waiting = Array.from({ length: 50 }, () =>
    database.forTenant('harbourside').one<{ one: number }>(sql`select 1 as one`),
  )
  const refused = expect.objectContaining({ status: 503, code: 'busy' })
  await expect(database.forTenant('harbourside').run(sql`select 1`)).rejects.toEqual(refused)
  await expect(database.transaction('harbourside', async () => undefined)).rejects.toBeInstanceOf(Refusal)
  letGo()
  await first
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ one: 1 })))
  await database.close()
})
