import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('the suburb tells people apart, to those who may read members', async () => {
  const found = async (who: string) => {
    const { body } = await hub.as(who)(api.listMembers, { params, query: { limit: 20 } })
    return body.Results.map(({ id, Suburb }) => ({ id, Suburb }))
  }
  const { rows } = await hub.owner.query<{ id: string; suburb: string | null }>(
    `select member_id as id, case default_address when 'Home' then home_address when 'Work' then work_address
       else postal_address end ->> 'Suburb' as suburb from member where business_id = 'harbourside'`,
  )
  const suburbs = new Map(rows.map(({ id, suburb }) => [id, suburb]))
  const seen = await found(people.admin)
  expect(seen.some(({ Suburb }) => Suburb !== null)).toBe(true)
  expect(seen.map(({ id }) => suburbs.get(id))).toEqual(seen.map(({ Suburb }) => Suburb))
  await hub.owner.query(`insert into role values ('harbourside', 'Finder', '', '{Member.Search}')`)
  await hub.owner.query(`update business_user set role_name = 'Finder' where email = $1`, [people.finance])
  const hidden = await found(people.finance)
  expect(hidden).toHaveLength(20)
  expect(hidden.every(({ Suburb }) => Suburb === null)).toBe(true)
})
