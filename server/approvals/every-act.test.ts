import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { aboveLimit } from '#contract/approvals/limit-code.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { checkLedger } from '#server/ledger'
import { people, type TestHub } from '#tests/hub.ts'
import { limitRole } from '#tests/limits.ts'
import { overTheLine, type Sent, startHubThatCuts } from '#tests/lost-answers.ts'
import { moneyCalls } from '#tests/money-calls.ts'

let hub: TestHub
/** Calls that move money, made ready while their caller had no limit. */
let ready: Sent[]
const params = { businessId: 'harbourside' }

beforeAll(async () => {
  hub = await startHubThatCuts()
  ready = []
  for (const prepare of Object.values(moneyCalls)) ready.push(await prepare(hub))
  await limitRole(hub, 'Admin', { AwardsPerAct: 0, TransfersPerAct: 0, CardsPerAct: 0 })
})
afterAll(() => hub.close())

const limited = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => row.limited)
const transactions = async () =>
  (await hub.owner.query<{ count: number }>('select count(*)::int from ledger_transaction')).rows[0]!.count

describe.each(limited)('%s', (name, row) => {
  test('above the limit is refused, asked for, and done once when it is approved, though that answer is lost', async () => {
    const sent = ready.find((call) => call.row === row)!
    const before = await transactions()
    const refused = await overTheLine(hub, sent, `refused-${name}`)
    expect(refused?.status).toBe(403)
    expect(JSON.parse(refused!.text).ErrorCode).toBe(aboveLimit)
    expect(await transactions()).toBe(before)

    const asked = await hub.as(people.admin)(api.askForApproval, {
      params,
      body: { Act: name, Params: sent.params, Body: sent.body, Reason: 'Prize' },
    })
    expect(asked.status).toBe(200)
    expect(await transactions()).toBe(before)

    const approval: Sent = {
      row: api.approveRequest,
      params: { ...params, approvalId: asked.body.ApprovalId },
      who: people.superAdmin,
    }
    expect(await overTheLine(hub, approval, `approved-${name}`, true)).toBeNull()
    expect(await transactions()).toBe(before + 1)
    expect((await overTheLine(hub, approval, `approved-${name}`))?.status).toBe(200)
    expect(await transactions()).toBe(before + 1)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
