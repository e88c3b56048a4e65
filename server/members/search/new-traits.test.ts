import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

// Two batches of an import are worked on at once, and the later waits for the earlier: had the earlier to wait for what the
// later has written, neither would come to an end.
test('two who bring members of a kind that nobody had before don’t wait for each other', async () => {
  const clients = [new pg.Client(hub.databaseUrl), new pg.Client(hub.databaseUrl)]
  try {
    for (const [index, client] of clients.entries()) {
      await client.connect()
      await client.query(
        `begin; set local lock_timeout = 200; select set_config('app.business_id', 'harbourside', true)`,
      )
      await client.query(
        `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type)
         values ('harbourside', $1, $1, '1', 'New', 'Kind', 'Social'), ('harbourside', $2, $2, '1', 'New', 'Kind', 'Social')`,
        [`first-${index}`, `second-${index}`],
      )
      await client.query(
        `update member set gender = 'X-new' where business_id = 'harbourside' and member_id = $1`,
        [`first-${index}`],
      )
    }
    for (const client of clients.toReversed()) await client.query('commit')
  } finally {
    for (const client of clients) await client.end()
  }
  const { body } = await hub.as(people.admin)(api.countEligibleMembers, {
    params: { businessId: 'harbourside' },
    query: { memberFilterQuery: 'Gender=X-new' },
  })
  expect(body).toEqual({ Count: 2 })
})
