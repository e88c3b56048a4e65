import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { madeUpEntries } from '#server/business/register'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { intentOf } from './idempotency.ts'

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const entries = madeUpEntries().filter((entry) => entry.name.startsWith('Barossa'))
const create = (i: number, key: string, caller = superAdmin) => {
  const { abn, name, state, postcode } = entries[i]!
  const body = { ABN: abn, Name: name, State: state, Postcode: postcode }
  return caller(api.createBusiness, { body, headers: { 'idempotency-key': key } })
}
const countOf = async (i: number) =>
  (await hub.owner.query(`select from business where abn = $1`, [entries[i]!.abn])).rowCount

test('a repeat under the same key gets the same answer and does nothing again', async () => {
  const first = await create(0, 'key-0')
  const second = await create(0, 'key-0')
  expect(first.status).toBe(200)
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect(
    (await hub.owner.query(`select from audit_entry where record_id = $1`, [first.body.BusinessId])).rowCount,
  ).toBe(1)
})

test('ten at once under one key make one business', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(1, 'key-1')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await countOf(1)).toBe(1)
})

test('the same key with another body is refused', async () => {
  await create(2, 'key-2')
  const other = await create(3, 'key-2')
  expect(other).toMatchObject({ status: 422, error: { ErrorCode: 'idempotency_key_reused' } })
  expect(await countOf(3)).toBe(0)
})

test('a request still in flight is said to be so', async () => {
  const { rows } = await hub.owner.query<{ uid: string }>(`select uid from super_administrator`)
  await hub.owner.query('begin')
  await hub.owner.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`*/${rows[0]!.uid}/key-4`])
  const meanwhile = await create(4, 'key-4')
  await hub.owner.query('commit')
  expect(meanwhile).toMatchObject({ status: 409, error: { ErrorCode: 'request_in_flight' } })
  expect((await create(4, 'key-4')).status).toBe(200)
})

test('a refused request may be tried again under its key', async () => {
  const wrong = { ABN: '1', Name: 'X', State: 'NSW', Postcode: '2000' }
  await superAdmin(api.createBusiness, { body: wrong, headers: { 'idempotency-key': 'key-5' } })
  expect((await create(5, 'key-5')).status).toBe(200)
})

test('a key of unprintable or too many characters is refused', async () => {
  expect((await create(6, 'x'.repeat(201))).status).toBe(400)
  expect(await countOf(6)).toBe(0)
})

test('answers are forgotten after 24 hours', async () => {
  await create(7, 'key-7')
  await hub.owner.query(
    `update idempotency_key set created_at = now() - interval '25 hours' where key = 'key-7'`,
  )
  await hub.tasks.forget_old_intents!(undefined as never, { isLast: false })
  const { rows } = await hub.owner.query(`select key from idempotency_key where key in ('key-0', 'key-7')`)
  expect(rows).toEqual([{ key: 'key-0' }])
})

test('nothing of a password is in what is kept of a request', () => {
  const hashOf = (body: object) => intentOf('a-key', 'me', ['POST', '/x', body])!.hash.toString('hex')
  const sent = { NewEmail: 'a@b.example', Password: 'one' }
  expect(hashOf({ ...sent, Password: 'another' })).toBe(hashOf(sent))
  expect(hashOf({ Proof: { kind: 'password', password: 'one' } })).toBe(hashOf({}))
  expect(hashOf({ ...sent, NewEmail: 'c@d.example' })).not.toBe(hashOf(sent))
})
