import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Licence } from '#contract/business/licences.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const set = (licence: Licence, Value: boolean, businessId = 'harbourside', caller = superAdmin) =>
  caller(api.setLicence, { params: { businessId, licence }, body: { Value } })
const licencesOf = async (businessId: string) => {
  const { body } = await superAdmin(api.listBusinesses, { query: { businessId } })
  return body.Results[0]?.LicencedHubProducts
}

test('a licence is given and taken away, the others stay', async () => {
  expect((await set('chat', true)).status).toBe(204)
  expect(await licencesOf('harbourside')).toEqual(['pay', 'check', 'chat', 'HubMembership'])
  await set('check', false)
  expect(await licencesOf('harbourside')).toEqual(['pay', 'chat', 'HubMembership'])
})

test('two changes at once both hold', async () => {
  await Promise.all([set('play', true, 'valley-golf'), set('HubMembership', true, 'valley-golf')])
  expect(await licencesOf('valley-golf')).toEqual(['pay', 'chat', 'play', 'HubMembership'])
})

test('one that is there already is given again without harm', async () => {
  await set('pay', true, 'summit-bowls')
  await set('pay', true, 'summit-bowls')
  expect(await licencesOf('summit-bowls')).toEqual(['pay'])
})

test('the gate knows of it from the next request on', async () => {
  const { gate } = hub.platform
  await set('check', true, 'summit-bowls')
  expect(await gate.licencesOf('summit-bowls')).toContain('check')
  await set('check', false, 'summit-bowls')
  expect(await gate.licencesOf('summit-bowls')).not.toContain('check')
})

test('a change is recorded with before and after', async () => {
  await set('chat', true, 'summit-bowls')
  const { rows } = await hub.owner.query(
    `select record_name, before, after from audit_entry where title = 'Change a licence' order by id desc limit 1`,
  )
  expect(rows).toEqual([
    { record_name: 'Summit Bowls', before: { Licences: ['pay'] }, after: { Licences: ['pay', 'chat'] } },
  ])
})

test('an unknown licence is refused in a sentence', async () => {
  const { status, error } = await set('golf' as Licence, true)
  expect(status).toBe(400)
  expect(error.ErrorMessage).toBe('There is no such licence.')
})

test("a business's administrator can not give it licences", async () => {
  expect((await set('chat', true, 'harbourside', hub.as(people.admin))).status).toBe(403)
})
