import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { growRecords } from '#tests/records/many.ts'
import { kindsOfBusiness } from './record-kinds.ts'

// What the trail finds by the parts that indexes have of it is what a plain look at every entry finds.
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await growRecords(hub.owner, 3_000)
  await hub.owner.query(`
    update audit_entry set record_name = 'Xq Ünlikely' where business_id = 'harbourside' and record_id =
      (select member_id from visitor_entry where business_id = 'harbourside' and visit_id = 'many-6')`)
})
afterAll(() => hub.close())

describe('the trail', () => {
  const both = async (filter: { person: string } | { record: string }, condition: string) => {
    const { body } = await hub.as(people.admin)(api.listAudit, {
      params: { businessId: 'harbourside' },
      query: { ...filter, limit: 40 },
    })
    const { rows } = await hub.owner.query<{ id: string }>(
      `select e.id::text from audit_entry e where business_id = 'harbourside' and ${condition} order by e.at desc, e.id desc limit 40`,
      Object.values(filter),
    )
    return { found: body.Results.map(({ EntryId }) => EntryId), plain: rows.map((row) => row.id) }
  }
  test.each(['desk', 'Desk 7', 'esk 1', 'a', 'nobody'])('by who did it: %s', async (person) => {
    const { found, plain } = await both({ person }, `lower(actor_name) like '%' || lower($1) || '%'`)
    expect(found).toEqual(plain)
  })
  test.each(['xq ünlikely', 'XQ', 'smith', 'o', 'ia sm', 'nobody'])(
    'by what it was done to: %s',
    async (record) => {
      const { found, plain } = await both({ record }, `lower(record_name) like '%' || lower($1) || '%'`)
      expect(found).toEqual(plain)
    },
  )
  test('by the id of that', async () => {
    const { rows } = await hub.owner.query<{ record: string }>(
      `select record_id as record from audit_entry where business_id = 'harbourside' and record_name = 'Xq Ünlikely' limit 1`,
    )
    const { found, plain } = await both(rows[0]!, 'record_id = $1')
    expect(found).toEqual(plain)
    expect(found.length).toBeGreaterThan(0)
  })
  test('of somebody who is confined to some venues', async () => {
    const confined = await confinedAdmin(hub)
    const { rows: own } = await hub.owner.query<{ uid: string }>(
      `select uid from business_user where email = $1`,
      [people.promotions],
    )
    const { uid } = own[0]!
    // Of what they did themself, by two names, and of the business.
    await hub.owner.query(
      `update audit_entry set actor_id = $1, actor_name = case when id % 2 = 0 then 'Pat' else 'Pat before' end
       where business_id = 'harbourside' and record_kind = 'Member' and id % 97 = 0`,
      [uid],
    )
    const seen = async (query: object) => {
      const params = { businessId: 'harbourside' }
      const { body } = await confined(api.listAudit, { params, query: { limit: 500, ...query } })
      return body.Results.map(({ EntryId }) => EntryId)
    }
    // Signing in leaves an entry.
    await seen({})
    const { rows } = await hub.owner.query<{ id: string; name: string }>(
      `select e.id::text, actor_name as name from audit_entry e where business_id = 'harbourside'
         and (actor_id = $1 or record_kind is null or record_kind = any($2)) order by e.at desc, e.id desc limit 500`,
      [uid, kindsOfBusiness],
    )
    expect(await seen({})).toEqual(rows.map((row) => row.id))
    expect(await seen({ person: 'pat b' })).toEqual(
      rows.filter((row) => row.name === 'Pat before').map((row) => row.id),
    )
    expect((await seen({ person: 'pat b' })).length).toBeGreaterThan(5)
  })
})
