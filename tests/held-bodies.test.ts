import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

// Who calls is known before the body is read. Whoever holds it back is asked again once it has come.

const params = { businessId: 'harbourside' }
let hub: TestHub
let port: number
beforeAll(async () => {
  hub = await startTestHub()
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  port = (hub.app.server.address() as AddressInfo).port
})
afterAll(() => hub.close())

const uidOf = async (email: string) => {
  const { rows } = await hub.owner.query<{ uid: string }>(`select uid from business_user where email = $1`, [
    email,
  ])
  return rows[0]!.uid
}

/** Sends the head of a request, and its body once it is let go. */
async function hold(email: string, path: string, body: object) {
  const text = JSON.stringify(body)
  const held = request({
    port,
    method: 'PUT',
    path: `/api/cherrypay/v1/harbourside${path}`,
    headers: {
      authorization: `Bearer ${await hub.tokenOf(email)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      // The server says when it has begun.
      expect: '100-continue',
    },
  })
  held.flushHeaders()
  await once(held, 'continue')
  return async () => {
    held.end(text)
    const [answer] = await once(held, 'response')
    answer.resume()
    return (answer as { statusCode: number }).statusCode
  }
}

/** Somebody who may do everything, and is let in on the spot. */
async function secondAdmin(email: string) {
  await hub.owner.query(`update business_user set role_name = 'Admin' where email = $1`, [email])
  expect((await hub.as(email)(api.listUsers, { params })).status).toBe(200)
  return { email, uid: await uidOf(email) }
}

test('who is shut out meanwhile gets nothing done by it', async () => {
  const { email, uid } = await secondAdmin(people.reception)
  const letGo = await hold(email, `/user/${await uidOf(people.door)}/disabled`, { Value: true })
  const admin = hub.as(people.admin)
  const shut = { params: { ...params, uid }, body: { Value: true } }
  expect((await admin(api.setUserDisabled, shut)).status).toBe(204)
  expect(await letGo()).toBe(401)
  expect((await hub.as(people.door)(api.getMe)).status).toBe(200)
})

test('who is brought down meanwhile may what they may now', async () => {
  const { email, uid } = await secondAdmin(people.finance)
  const letGo = await hold(email, `/user/${await uidOf(people.door)}/disabled`, { Value: true })
  const given = await hub.as(people.admin)(api.setUserRole, {
    params: { ...params, uid },
    body: { Value: 'Door' },
  })
  expect(given.status).toBe(204)
  expect(await letGo()).toBe(403)
  expect((await hub.as(people.door)(api.getMe)).status).toBe(200)
})
