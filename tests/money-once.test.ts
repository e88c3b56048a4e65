import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { demoTillSecret } from '#server/demo/access'
import { checkLedger } from '#server/ledger'
import { people, type TestHub } from '#tests/hub.ts'
import { overTheLine, startHubThatCuts } from '#tests/lost-answers.ts'
import { moneyCalls } from '#tests/money-calls.ts'
import { claimedCard } from '#tests/records/cards.ts'
import { tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startHubThatCuts()
  till = tillOf(hub)
})
afterAll(() => hub.close())

/** How much there is of what is made once. */
async function made() {
  const { rows } = await hub.owner.query<{ transactions: number; cards: number; messages: number }>(
    // What is paid for requests is in no ledger.
    `select (select count(*)::int from ledger_transaction) + (select count(*)::int from request_discount)
        + (select count(*)::int from payment_entry join payment using (business_id, payment_id) where session_id is not null)
        as transactions, (select count(*)::int from card) as cards,
      (select count(*)::int from outbox_message) as messages`,
  )
  return rows[0]!
}

describe.each(Object.entries(moneyCalls))('%s', (name, prepare) => {
  const keyOf = (what: string) => `${what} ${name}`.replaceAll(' ', '-')

  test('moves money once, however fast it is clicked', async () => {
    const sent = await prepare(hub)
    const before = await made()
    const answers = await Promise.all([1, 2, 3].map(() => overTheLine(hub, sent, keyOf('double'))))
    const statuses = answers.map((answer) => answer!.status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect((await made()).transactions).toBe(before.transactions + 1)
  })

  test('moves money once, though the first answer was lost', async () => {
    const sent = await prepare(hub)
    const before = await made()
    expect(await overTheLine(hub, sent, keyOf('lost'), true)).toBeNull()
    const after = await made()
    expect(after.transactions).toBe(before.transactions + 1)
    const again = await overTheLine(hub, sent, keyOf('lost'))
    expect(again?.status).toBe(200)
    expect(await overTheLine(hub, sent, keyOf('lost'))).toEqual(again)
    expect(await made()).toEqual(after)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})

test('a till learns what became of a hold whose answer was lost, also once its venue is closed', async () => {
  const Code = (await claimedCard(hub)).claimed.CardNumber!
  const hold = () =>
    hub.app.inject({
      method: 'POST',
      url: '/api/cherrypay/v1/harbourside/till/holds',
      headers: { authorization: `Bearer ${demoTillSecret}`, 'idempotency-key': 'before-the-closing' },
      payload: { Code, Amount: 10 },
    })
  const first = await hold()
  expect(first.statusCode).toBe(200)
  const setEnabled = (Enabled: boolean) =>
    hub.as(people.superAdmin)(api.updateVenue, { params: { ...params, venueId: '1' }, body: { Enabled } })
  expect((await setEnabled(false)).status).toBe(200)
  const again = await hold()
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect((await till.hold(Code, 1)).error.ErrorCode).toBe('venue_closed')
  await setEnabled(true)
})
