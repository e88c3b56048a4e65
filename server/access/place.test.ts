import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const claimsOf = async (email: string) => decodeJwt(await hub.tokenOf(email))

test("a tied user's token names their business and role", async () => {
  const claims = await claimsOf(people.door)
  expect(claims).toMatchObject({ businessId: 'harbourside', cherryPayRole: 'Door', email: people.door })
  expect(claims).not.toHaveProperty('hubAdminApiRole')
  expect(claims).not.toHaveProperty('autoLogOut')
})

test("a super administrator's token says so, and names no business", async () => {
  const claims = await claimsOf(people.superAdmin)
  expect(claims).toMatchObject({ hubAdminApiRole: 'SuperAdmin' })
  expect(claims).not.toHaveProperty('businessId')
})

test('an account that may stay signed in has it in its token', async () => {
  await hub.owner.query('update business_user set auto_log_out = false where email = $1', [people.reception])
  expect(await claimsOf(people.reception)).toMatchObject({ autoLogOut: false })
})
