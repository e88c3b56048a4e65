import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { TillReceipt } from '#contract/till.ts'
import { demoTillSecret } from '#server/demo'
import { checkLedger } from '#server/ledger'
import { claimedCard } from '#tests/cards.ts'
import type { TestHub } from '#tests/hub.ts'
import { overTheLine, type Sent, startHubThatCuts } from '#tests/lost-answers.ts'

const params = { businessId: 'harbourside' }
const key = demoTillSecret
let hub: TestHub
beforeAll(async () => {
  hub = await startHubThatCuts()
})
afterAll(() => hub.close())

const newCard = async () => (await claimedCard(hub)).claimed.CardNumber!
async function held(): Promise<TillReceipt> {
  const Code = await newCard()
  return (await hub.asTill()(api.tillHold, { params, body: { Code, Amount: 20 } })).body
}

/** Each call of a till that moves money, made ready to be made. */
const calls: Record<string, () => Promise<Sent>> = {
  'a hold': async () => ({ row: api.tillHold, params, key, body: { Code: await newCard(), Amount: 20 } }),
  'a hold of points': async () => ({ row: api.tillHold, params, key, body: { Code: '10001', Amount: 1 } }),
  'a capture': async () => ({
    row: api.tillCapture,
    params: { ...params, holdId: (await held()).HoldId! },
    key,
    body: { Amount: 15 },
  }),
  'a release': async () => ({
    row: api.tillRelease,
    params: { ...params, holdId: (await held()).HoldId! },
    key,
  }),
  'a refund': async () => {
    const holdId = (await held()).HoldId!
    const { body } = await hub.asTill()(api.tillCapture, { params: { ...params, holdId }, body: {} })
    return {
      row: api.tillRefund,
      params: { ...params, transactionId: body.TransactionId! },
      key,
      body: { Amount: 5 },
    }
  },
}

const transactions = async () =>
  (await hub.owner.query('select count(*)::int as n from ledger_transaction')).rows[0].n as number

describe.each(Object.entries(calls))('%s', (name, prepare) => {
  const keyOf = (what: string) => `${what} ${name}`.replaceAll(' ', '-')

  test('moves money once, however often it is sent at once', async () => {
    const sent = await prepare()
    const before = await transactions()
    const answers = await Promise.all([1, 2, 3].map(() => overTheLine(hub, sent, keyOf('double'))))
    const statuses = answers.map((answer) => answer!.status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await transactions()).toBe(before + 1)
  })

  test('moves money once, though the first answer was lost', async () => {
    const sent = await prepare()
    expect(await overTheLine(hub, sent, keyOf('lost'), true)).toBeNull()
    const after = await transactions()
    const again = await overTheLine(hub, sent, keyOf('lost'))
    expect(again?.status).toBe(200)
    expect(await overTheLine(hub, sent, keyOf('lost'))).toEqual(again)
    expect(await transactions()).toBe(after)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
