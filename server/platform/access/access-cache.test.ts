import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, noTenant } from '#platform/database'
import { cloneDatabase, openTestDatabase } from '#tests/database.ts'
import { createAccessCache, type AccessCache, type Remembered } from './access-cache.ts'
import { announceAccessChange, everyone } from './access-changes.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let otherDatabase: Database
let recalls: AccessCache[]
let accessCache: Remembered<number>
let other: Remembered<number>
beforeAll(async () => {
  clone = await cloneDatabase()
  database = openTestDatabase(clone.url)
  otherDatabase = openTestDatabase(clone.url)
  recalls = [createAccessCache(database, clone.url), createAccessCache(otherDatabase, clone.url)]
  const [one, another] = recalls.map((each) => each.of<number>('number'))
  ;[accessCache, other] = [one!, another!]
  await Promise.all([accessCache, other].map(listening))
})
afterAll(async () => {
  await Promise.all([...recalls, database, otherDatabase].map((each) => each.close()))
  await clone.drop()
})

/** Resolves once this one remembers, which it does only while it hears of changes. */
async function listening(memory: Remembered<number>) {
  const isRemembering = async () => {
    const load = counted(['probe'])
    return (await memory.get('probe', load)) === (await memory.get('probe', load))
  }
  await vi.waitUntil(isRemembering, { timeout: 120_000 })
}

const counted = (about: string[], until?: number) => {
  let reads = 0
  return () => Promise.resolve({ value: ++reads, about, ...(until !== undefined && { until }) })
}
const announce = (subject: string) =>
  database.transaction(noTenant, (tx) => announceAccessChange(tx, subject))

test('a value is read once, until a change of its subject is announced anywhere', async () => {
  const [load, loadOther] = [counted(['anna', 'club']), counted(['anna', 'club'])]
  expect([await accessCache.get('a', load), await accessCache.get('a', load)]).toEqual([1, 1])
  expect(await other.get('a', loadOther)).toBe(1)
  await announce('club')
  expect(await accessCache.get('a', load)).toBe(2)
  await expect.poll(() => other.get('a', loadOther)).toBe(2)
})

test('many who ask at once share one look, but for who asks after a change', async () => {
  const begun: ((value: number) => void)[] = []
  const load = async () => {
    const value = await new Promise<number>((resolve) => begun.push(resolve))
    return { value, about: ['erin'] }
  }
  const before = Array.from({ length: 100 }, () => accessCache.get('shared', load))
  expect(begun).toHaveLength(1)
  await announce('erin')
  const after = [accessCache.get('shared', load), accessCache.get('shared', load)]
  expect(begun).toHaveLength(2)
  begun[0]!(1)
  begun[1]!(2)
  expect(new Set(await Promise.all(before))).toEqual(new Set([1]))
  expect(await Promise.all(after)).toEqual([2, 2])
})

test('what can not be read is told to all who asked, and read anew for the next', async () => {
  const failing = () => Promise.reject(new Error('away'))
  const asked = [accessCache.get('away', failing), accessCache.get('away', failing)]
  for (const each of asked) await expect(each).rejects.toThrow('away')
  expect(await accessCache.get('away', counted(['frank']))).toBe(1)
})

test('a change of someone else forgets nothing', async () => {
  const load = counted(['bert'])
  await accessCache.get('b', load)
  await announce('carla')
  const marker = counted(['carla'])
  await accessCache.get('marker', marker)
  expect(await accessCache.get('b', load)).toBe(1)
})

test('a transaction that is undone announces nothing', async () => {
  const load = counted(['dora'])
  await accessCache.get('d', load)
  const undone = database.transaction(noTenant, async (tx) => {
    await announceAccessChange(tx, 'dora')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await announce('somebody')
  expect(await accessCache.get('d', load)).toBe(1)
})

test('a value is not believed past its own end', async () => {
  const load = counted(['emil'], Date.now() - 1)
  expect([await accessCache.get('e', load), await accessCache.get('e', load)]).toEqual([1, 2])
})

test('what was read while a change came in is not remembered', async () => {
  const load = counted(['frieda'])
  const slow = accessCache.get('f', async () => {
    const memory = await load()
    await announce('frieda')
    return memory
  })
  expect(await slow).toBe(1)
  expect(await accessCache.get('f', load)).toBe(2)
})

test('a lost connection forgets everything, and a new one hears again', async () => {
  const load = counted(['gustav'])
  await accessCache.get('g', load)
  const owner = new pg.Client(clone.url)
  await owner.connect()
  const { rows } = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hub-listen' and datname = current_database()`,
  )
  await owner.end()
  expect(rows).toHaveLength(2)
  await expect.poll(() => accessCache.get('g', load)).toBeGreaterThan(1)
  await listening(accessCache)
  await announce(everyone)
})

test('two kinds of things never meet, whatever their keys are', async () => {
  const words = recalls[0]!.of<string>('word')
  await accessCache.get('same', counted(['hanna']))
  expect(await words.get('same', () => Promise.resolve({ value: 'a word', about: [] }))).toBe('a word')
  expect(recalls[0]!.keys()).toContainEqual({ kind: 'word', key: 'same' })
  expect(() => recalls[0]!.of('word')).toThrow('there is a memory of word already')
})
