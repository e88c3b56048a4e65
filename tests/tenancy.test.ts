import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { notIds, recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let foreignIds: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub()
  foreignIds = await recordIds(hub.owner, 'valley-golf')
})
afterAll(() => hub.close())

const rows = Object.entries(api as Record<string, Endpoint>)
const idParameters = rows.flatMap(([name, row]) => [
  ...pathParamNames(row.path)
    .filter((param) => !notIds.has(param))
    .map((param) => ({ name, row, param, where: 'path' })),
  ...('businessId' in ((row.query as { shape?: object }).shape ?? {})
    ? [{ name, row, param: 'businessId', where: 'query' }]
    : []),
])

describe("another business's id is not found", () => {
  test.each(idParameters)('$name: $param in the $where', async ({ name, row, param, where }) => {
    const foreign = foreignIds[param]
    expect(foreign, `recordIds has an id for {${param}}`).toBeDefined()
    const sample = samples[name as keyof typeof samples]
    const params = {
      businessId: 'harbourside',
      ...sample.params,
      ...(where === 'path' && { [param]: foreign }),
    }
    const query = { ...sample.query, ...(where === 'query' && { [param]: foreign }) }
    // A record is looked for past every gate, which a super administrator passes.
    const callers =
      row.access.kind === 'till' && param !== 'businessId'
        ? [hub.asTill()]
        : (param === 'businessId' ? [people.admin, people.door] : [people.superAdmin]).map(hub.as)
    for (const caller of callers) {
      const answer = await caller(row, { ...sample, params, query })
      expect(answer.status).toBe(404)
    }
  })
})

test('an unknown business is not found, also for a super administrator', async () => {
  const answer = await hub.as(people.superAdmin)(api.listBusinesses, {
    query: { businessId: 'no-such-business' },
  })
  expect(answer.status).toBe(404)
})

describe('the database itself', () => {
  const tables = async () => {
    const { rows: found } = await hub.owner.query<{ name: string; isForced: boolean }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition`)
    return found
  }

  test('confines every table that has a business_id', async () => {
    const found = await tables()
    expect(found.length).toBeGreaterThan(5)
    // Searches of these go through a view of the owner's, which has to pass; for the server it holds there, too.
    expect(
      found
        .filter((table) => !table.isForced)
        .map((table) => table.name)
        .toSorted(),
    ).toEqual([
      'audit_entry',
      'card',
      'card_order',
      'member',
      'outbox_message',
      'payment',
      'request_session',
      'visitor_entry',
    ])
  })

  test('returns nothing to a query that forgets its business', async () => {
    for (const { name } of await tables()) {
      const { rows: seen } = await hub.database.pool.query(`select * from ${name}`)
      expect(seen, name).toEqual([])
    }
  })

  // What searches go through, past row-level security: each says itself whose rows it shows.
  test('shows nothing of others in a view of the owner’s, and lets nobody write through it', async () => {
    const { rows: views } = await hub.owner.query<{ name: string; hasBusiness: boolean }>(`
      select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id')
        as "hasBusiness"
      from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`)
    expect(views.length).toBeGreaterThan(8)
    for (const { name, hasBusiness } of views) {
      expect((await hub.database.pool.query(`select * from ${name}`)).rows, name).toEqual([])
      await expect(hub.database.pool.query(`delete from ${name}`), name).rejects.toThrow(
        /permission denied|cannot delete/,
      )
      const own = hub.database.forTenant('harbourside')
      const others = hasBusiness ? sql`where business_id <> 'harbourside'` : sql``
      expect(await own.rows(sql`select from ${raw(name)} ${others}`), name).toEqual([])
    }
  })

  test('refuses a row of another business', async () => {
    const intruder = hub.database.forTenant('valley-golf')
    const insert = sql`insert into venue (business_id, venue_no, display_name) values ('harbourside', '99', 'Intruder')`
    await expect(intruder.run(insert)).rejects.toThrow(/row-level security/)
  })

  test('keeps 500 mixed queries of two businesses apart, also when some of them fail', async () => {
    const asked = Array.from({ length: 500 }, async (_, i) => {
      const businessId = i % 2 === 0 ? 'harbourside' : 'valley-golf'
      const db = hub.database.forTenant(businessId)
      if (i % 7 === 0) return expect(db.rows(sql`select 1 / 0`)).rejects.toThrow(/division by zero/)
      const seen = await db.rows<{ id: string }>(
        sql`select distinct business_id as id from venue where ${i} >= 0`,
      )
      return expect(seen).toEqual([{ id: businessId }])
    })
    await Promise.all(asked)
  })

  test('leaves no business behind on a connection', async () => {
    await hub.database.forTenant('harbourside').rows(sql`select 1`)
    const { rows: left } = await hub.database.pool.query(`select current_business() as business`)
    expect(left).toEqual([{ business: null }])
  })
})
