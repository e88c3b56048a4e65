import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'

const stopped = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })

test('what was stopped is done again, three times at the most', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(stopped()).mockResolvedValue('done')
  expect(await retryOnDeadlock(work)).toBe('done')
  const never = vi.fn<() => Promise<string>>().mockRejectedValue(stopped())
  await expect(retryOnDeadlock(never)).rejects.toThrow('deadlock')
  expect([work, never].map(({ mock }) => mock.calls.length)).toEqual([2, 3])
})

test('what fails by itself is not', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no such thing'))
  await expect(retryOnDeadlock(work)).rejects.toThrow('no such thing')
  expect(work).toHaveBeenCalledOnce()
})

test('two that want what the other has both get it', async () => {
  const { url, drop } = await cloneDatabase()
  const database = openTestDatabase(url)
  const lock = (key: number) => sql`select pg_advisory_xact_lock(${key}::bigint)`
  const met = Promise.withResolvers<void>()
  let arrived = 0
  const holdBoth = (first: number, second: number) =>
    retryOnDeadlock(() =>
      database.transaction('harbourside', async (tx) => {
        await tx.run(lock(first))
        if (++arrived === 2) met.resolve()
        await met.promise
        await tx.run(lock(second))
        return first
      }),
    )
  expect(await Promise.all([holdBoth(1, 2), holdBoth(2, 1)])).toEqual([1, 2])
  expect(arrived).toBe(3)
  await database.close()
  await drop()
})
