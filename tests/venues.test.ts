import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames } from '#contract/endpoint.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples.ts'

const business = { businessId: 'harbourside' }

let hub: TestHub
/** May do everything, in one venue. */
let confined: Caller
let own: string
let foreign: string
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`update business_user set venue_nos = '{2}' where email = $1`, [people.admin])
  confined = hub.as(people.admin)
  const memberOf = async (venue: string) => {
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and venue_no = $1 and deleted_at is null limit 1`,
      [venue],
    )
    return rows[0]!.id
  }
  foreign = await memberOf('1')
  own = await memberOf('2')
})
afterAll(() => hub.close())

const namesMember = (row: Endpoint) => pathParamNames(row.path).includes('memberId')
const asksForMember = (row: Endpoint) => 'memberId' in ((row.query as { shape?: object }).shape ?? {})
const rows = Object.entries(api as Record<string, Endpoint>)
  .filter(([, row]) => namesMember(row) || asksForMember(row))
  .filter(([, row]) => row.access.kind !== 'super-administrator')
  .map(([name, row]) => ({ name, row }))

describe('an administrator of one venue', () => {
  test.each(rows)('does not meet a member of another by $name', async ({ name, row }) => {
    const sample = samples[name as keyof typeof samples]
    const params = { ...business, ...sample.params, ...(namesMember(row) && { memberId: foreign }) }
    const query = { ...sample.query, ...(asksForMember(row) && { memberId: foreign }) }
    expect((await confined(row, { ...sample, params, query })).status).toBe(404)
  })

  test('meets those of their own', async () => {
    const answer = await confined(api.getMember, { params: { ...business, memberId: own } })
    expect(answer.status).toBe(200)
  })
})
