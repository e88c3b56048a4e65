import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import type { Transaction } from './types.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const inHarbourside = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  hub.database.transaction('harbourside', work)

const noteFor = (name: string, business = 'harbourside') => sql`
  insert into idempotency_key (business_id, actor_id, key, request_hash, status)
  values (${business}, 'test', ${name}, '', 200)`
const notes = async (like: string) =>
  (
    await hub.owner.query<{ business: string; key: string }>(
      `select business_id as business, key from idempotency_key where key like $1 order by key`,
      [like],
    )
  ).rows

test('last words are said with the commit, several in one statement or one alone', async () => {
  await inHarbourside(async (tx) => {
    await tx.commitWith(noteFor('words-1'))
    await tx.commitWith(noteFor('words-2'))
    await tx.commitWith(noteFor('words-3'))
    expect(await tx.rows(sql`select from idempotency_key where key like 'words-%'`)).toEqual([])
  })
  await inHarbourside((tx) => tx.commitWith(noteFor('words-4')))
  expect(await notes('words-%')).toHaveLength(4)
})

test('a part that fails is undone by itself, also one within another, and the rest goes on', async () => {
  await inHarbourside(async (tx) => {
    await tx.run(noteFor('piece-1'))
    const failing = tx.partly(async () => {
      await tx.run(noteFor('piece-2'))
      await tx.run(noteFor('piece-1'))
    })
    await expect(failing).rejects.toThrow('duplicate key')
    await tx.partly(async () => {
      await tx.run(noteFor('piece-3'))
      const within = tx.partly(async () => {
        await tx.run(noteFor('piece-4'))
        throw new Error('thought better of it')
      })
      await expect(within).rejects.toThrow('thought better of it')
    })
    await tx.run(noteFor('piece-5'))
  })
  expect((await notes('piece-%')).map(({ key }) => key)).toEqual(['piece-1', 'piece-3', 'piece-5'])
})

test('last words that fail undo the work', async () => {
  const failing = inHarbourside(async (tx) => {
    await tx.run(noteFor('undone-1'))
    await tx.commitWith(noteFor('undone-2'))
    await tx.commitWith(sql`insert into idempotency_key (business_id) values (${tx.businessId})`)
  })
  await expect(failing).rejects.toThrow('null value')
  expect(await notes('undone-%')).toEqual([])
  expect(await inHarbourside((tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 })
})

test('a value that can not be sent undoes the work', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const failing = inHarbourside(async (tx) => {
    await tx.run(noteFor('unsent-1'))
    await tx.commitWith(sql`insert into idempotency_key (response) values (${circular})`)
  })
  await expect(failing).rejects.toThrow('circular')
  expect(await notes('unsent-%')).toEqual([])
})

test('a failure that somebody swallowed is told at the end', async () => {
  const failing = inHarbourside(async (tx) => {
    await tx.run(noteFor('swallowed-1'))
    await tx.run(sql`select 1 / 0`).catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('failed before its end')
  expect(await notes('swallowed-%')).toEqual([])
})

test('work that asks nothing is no transaction, and what it answers is answered', async () => {
  expect(await inHarbourside(() => Promise.resolve('nothing to do'))).toBe('nothing to do')
})

test('a part for another business sees and writes that business’s rows, the rest its own', async () => {
  await inHarbourside(async (tx) => {
    await tx.asTenant('valley-golf', async (other) => {
      await other.commitWith(noteFor('part-1', 'valley-golf'))
      expect(await other.rows(sql`select from idempotency_key where key = 'part-1'`)).toHaveLength(1)
      await expect(other.one(sql`select business_id as id from venue limit 1`)).resolves.toEqual({
        id: 'valley-golf',
      })
    })
    expect(await tx.rows(sql`select from idempotency_key where key = 'part-1'`)).toEqual([])
    await tx.commitWith(noteFor('part-2'))
  })
  expect(await notes('part-%')).toEqual([
    { business: 'valley-golf', key: 'part-1' },
    { business: 'harbourside', key: 'part-2' },
  ])
})

test('a statement said alone is committed at once, and what follows stands or falls without it', async () => {
  const failing = inHarbourside(async (tx) => {
    await tx.inOwnCommit(noteFor('alone-1'))
    expect(await notes('alone-%')).toHaveLength(1)
    await tx.run(noteFor('alone-2'))
    throw new Error('after all')
  })
  await expect(failing).rejects.toThrow('after all')
  expect((await notes('alone-%')).map(({ key }) => key)).toEqual(['alone-1'])
})

test('a statement said alone after others is one of them', async () => {
  const failing = inHarbourside(async (tx) => {
    await tx.run(noteFor('later-1'))
    await tx.inOwnCommit(noteFor('later-2'))
    throw new Error('after all')
  })
  await expect(failing).rejects.toThrow('after all')
  expect(await notes('later-%')).toEqual([])
})

test('a statement said alone sees its own business, and leaves no trace of it', async () => {
  const seen = await inHarbourside((tx) =>
    tx.inOwnCommit<{ ids: string }>(sql`select string_agg(distinct business_id, ' ') as ids from venue`),
  )
  expect(seen).toEqual([{ ids: 'harbourside' }])
  const { rows } = await hub.database.pool.query(`select from venue`)
  expect(rows).toEqual([])
})

test('an error that somebody catches in another business leaves the rest in its own', async () => {
  const seen = await inHarbourside(async (tx) => {
    const venues = sql`select distinct business_id as id from venue`
    await tx
      .asTenant('valley-golf', async (other) => {
        expect(await other.rows(venues)).toEqual([{ id: 'valley-golf' }])
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await tx.run(noteFor('caught-1'))
    return tx.rows(venues)
  })
  expect(seen).toEqual([{ id: 'harbourside' }])
  expect(await notes('caught-%')).toEqual([{ business: 'harbourside', key: 'caught-1' }])
})
