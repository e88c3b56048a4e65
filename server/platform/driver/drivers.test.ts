import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { ConnectionLost, isConnectionLoss } from './connection-loss.ts'
import type { Copy, CopyFlow, Session } from './driver.ts'
import { drivers } from './drivers.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

const statement = (text: string, values: unknown[] = [], name?: string) => ({ name, text, values })
const settings = statement(
  `select current_setting('app.business_id', true) as tenant, current_setting('plan_cache_mode') as plans`,
)
const untouched = { tenant: '', plans: 'auto' }
const circular: Record<string, unknown> = {}
circular.self = circular

describe.each(Object.entries(drivers))('the %s driver', (_name, driver) => {
  let client: pg.Client
  let session: Session
  beforeAll(async () => {
    client = new pg.Client(clone.url)
    await client.connect()
    await driver.prepare(client)
    await client.query(`select set_config('app.business_id', '', false)`)
    await client.query(`
      create temp table note (words text unique deferrable initially deferred)`)
  })
  beforeEach(async () => {
    await client.query('truncate note')
    session = driver.openSession(client)
  })
  afterAll(() => client.end())

  const traces = async () => {
    expect(client.getTransactionStatus()).toBe('I')
    return (await client.query(settings.text)).rows[0] as unknown
  }
  const notes = async () =>
    (await client.query<{ words: string }>('select words from note order by words')).rows.map(
      ({ words }) => words,
    )
  const note = (words: string) => statement('insert into note values ($1)', [words])

  test('what holds for one statement holds for no other', async () => {
    const { rows } = await session.runAlone(settings, { tenant: 'one', planFor: 'any values' })
    expect(rows).toEqual([{ tenant: 'one', plans: 'force_generic_plan' }])
    expect(await traces()).toEqual(untouched)
    const second = await session.runAlone(settings, { tenant: 'two', planFor: 'its values' })
    expect(second.rows).toEqual([{ tenant: 'two', plans: 'force_custom_plan' }])
    const third = await session.runAlone(settings, { tenant: 'three' })
    expect(third.rows).toEqual([{ tenant: 'three', plans: 'auto' }])
    expect(await traces()).toEqual(untouched)
  })

  test.each([
    ['a wrong statement', statement('select nonsense'), /nonsense/],
    ['one that fails at its work', statement('select 1 / $1::integer', [0]), /division/],
    ['a value that can not be sent', statement('select $1::text', [circular]), /circular/],
    [
      'one that its commit refuses',
      statement(`insert into note select 'twice' from generate_series(1, 2)`),
      /unique/,
    ],
  ])('%s fails alone and leaves nothing behind', async (_what, failing, words) => {
    await expect(session.runAlone(failing, { tenant: 'one', planFor: 'any values' })).rejects.toThrow(words)
    const { rows } = await session.runAlone(settings, {})
    expect(rows).toEqual([untouched])
    expect(await traces()).toEqual(untouched)
    expect(await notes()).toEqual([])
  })

  test('statements of a transaction stand together, each under its terms', async () => {
    await session.run(note('first'), { isFirst: true, tenant: 'one' })
    const kept = await session.run(settings, { planFor: 'any values' })
    expect(kept.rows).toEqual([{ tenant: 'one', plans: 'force_generic_plan' }])
    const other = await session.run(settings, { tenant: 'two' })
    expect(other.rows).toEqual([{ tenant: 'two', plans: 'force_generic_plan' }])
    const { rowCount } = await session.run(note('last'), { isLast: true })
    expect(rowCount).toBe(1)
    expect(await traces()).toEqual(untouched)
    expect(await notes()).toEqual(['first', 'last'])
  })

  test('a transaction ends as it is told', async () => {
    await session.run(note('undone'), { isFirst: true, tenant: 'one' })
    await session.rollback()
    await session.run(note('kept'), { isFirst: true, tenant: 'one' })
    await session.commit()
    expect(await notes()).toEqual(['kept'])
    expect(await traces()).toEqual(untouched)
  })

  test('one that had failed is not taken for committed', async () => {
    await session.run(note('undone'), { isFirst: true, tenant: 'one' })
    await expect(session.run(statement('select nonsense'), {})).rejects.toThrow('nonsense')
    await expect(session.commit()).rejects.toThrow('failed before its end')
    await expect(
      session.run(note('more'), { isFirst: true, isLast: true, tenant: 'one' }),
    ).resolves.toBeDefined()
    expect(await notes()).toEqual(['more'])
  })

  test('a last word that fails commits nothing', async () => {
    await session.run(note('undone'), { isFirst: true, tenant: 'one' })
    const last = statement('select $1::text', [circular])
    await expect(session.run(last, { isLast: true })).rejects.toThrow('circular')
    await session.rollback()
    expect(await notes()).toEqual([])
  })

  test('what nobody waits for is carried out in order, whole by whole', async () => {
    const seen = await Promise.all([
      session.runAlone(settings, { tenant: 'alone' }),
      session.run(settings, { isFirst: true, tenant: 'one' }),
      session.run(settings, { tenant: 'two', planFor: 'any values' }),
      session.run(note('all'), { tenant: 'three' }),
      session.run(settings, {}),
      session.commit(),
      session.runAlone(settings, { tenant: 'after' }),
    ])
    expect(seen.flatMap((result) => (result?.rows as unknown[] | undefined) ?? [])).toEqual([
      { tenant: 'alone', plans: 'auto' },
      { tenant: 'one', plans: 'auto' },
      { tenant: 'two', plans: 'force_generic_plan' },
      { tenant: 'three', plans: 'force_generic_plan' },
      { tenant: 'after', plans: 'auto' },
    ])
    expect(await notes()).toEqual(['all'])
    expect(await traces()).toEqual(untouched)
  })

  test('a statement under a name is parsed once', async () => {
    const named = statement('select $1::integer as number', [1], 'a_name_of_the_test')
    for (const value of [1, 2, 3]) {
      const { rows } = await session.runAlone({ ...named, values: [value] }, { tenant: 'one' })
      expect(rows).toEqual([{ number: value }])
    }
    const { rows } = await client.query(
      `select from pg_prepared_statements where name = 'a_name_of_the_test' and from_sql is false`,
    )
    expect(rows).toHaveLength(1)
  })

  /** All that a copy gives; `pace` is called for each row. */
  const copied = (copy: Copy, pace: (flow: CopyFlow) => void = () => undefined) =>
    new Promise<string[]>((resolve, reject) => {
      const rows: string[] = []
      const flow = driver.copyOut(client, copy, {
        takeRow: (row) => {
          rows.push(row.toString())
          pace(flow)
        },
        finish: () => resolve(rows),
        fail: reject,
      })
    })

  test('a copy comes row by row under its settings, which end with it', async () => {
    const query = `values (current_setting('app.business_id'), E'two\\nlines'), ('it''s "quoted"', null), ('é', '')`
    expect(await copied({ query, settings: { 'app.business_id': "o'ne" } })).toEqual([
      `o'ne,"two\nlines"\n`,
      `"it's ""quoted""",\n`,
      `é,""\n`,
    ])
    expect(await traces()).toEqual(untouched)
  })

  test('a long copy that is held back again and again is whole', async () => {
    const query = `select i, repeat('x', i % 5000) from generate_series(1, 3000) i`
    let count = 0
    const rows = await copied({ query, settings: { statement_timeout: '0' } }, (flow) => {
      if (++count % 100 !== 0) return
      flow.pause()
      setImmediate(flow.resume)
    })
    expect(rows).toHaveLength(3000)
    expect(rows.every((row, index) => row.length === `${index + 1},\n`.length + ((index + 1) % 5000))).toBe(
      true,
    )
    expect(await traces()).toEqual(untouched)
  })
})

describe.each(Object.entries(drivers))('on a connection of its own the %s driver', (_name, driver) => {
  const withClient = async (work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client(clone.url)
    client.on('error', () => undefined)
    await client.connect()
    await driver.prepare(client)
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const copyOf = (client: pg.Client, query: string) =>
    new Promise<void>((finish, fail) => {
      driver.copyOut(
        client,
        { query, settings: { statement_timeout: '0' } },
        { takeRow: () => undefined, finish, fail },
      )
    })

  test.each([
    ['select nonsense', /nonsense/],
    ['select 1 / (5000 - i) from generate_series(1, 10000) i', /division/],
    ['select pg_terminate_backend(pg_backend_pid())', /terminat/],
  ])('tells of a copy that fails: %s', async (query, words) => {
    await withClient(async (client) => {
      await expect(copyOf(client, query)).rejects.toThrow(words)
    })
  })

  test('tells of a lost connection', async () => {
    await withClient(async (client) => {
      const ending = statement('select pg_terminate_backend(pg_backend_pid())')
      const session = driver.openSession(client)
      await expect(session.runAlone(ending, { tenant: 'one' })).rejects.toThrow(/terminat/)
      const next = session.run(ending, { isFirst: true, tenant: 'one' })
      await expect(next).rejects.toSatisfy(isConnectionLoss)
      await expect(session.rollback()).rejects.toSatisfy(isConnectionLoss)
    })
  })
})

test('where the plain driver can not undo a statement, the connection is lost', async () => {
  const client = new pg.Client(clone.url)
  client.on('error', () => undefined)
  await client.connect()
  const value = {
    toPostgres: () => {
      client.connection.stream.destroy()
      throw new Error('no value')
    },
  }
  const failing = drivers.plain.openSession(client).runAlone(statement('select $1::text', [value]), {})
  await expect(failing).rejects.toBeInstanceOf(ConnectionLost)
})
