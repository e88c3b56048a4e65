import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger, expireHolds } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { mergeMembers } from '#tests/records/merges.ts'
import { claimInvitation, filledPass, inviteToPass, passesOf } from '#tests/records/passes.ts'
import { tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const purse = { Source: 'purse' } as const
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

type Filled = Awaited<ReturnType<typeof filledPass>>

const revoke = ({ memberId, passId }: Filled) =>
  hub.as(people.admin)(api.revokePass, {
    params: { ...params, memberId, invitationId: passId },
    body: { Reason: 'Lost' },
  })
const balances = async ({ memberId }: Filled) =>
  Object.fromEntries((await passesOf(hub, memberId)).map((pass) => [pass.InvitationId, pass.Balance]))
const holdOf = async ({ couponCode }: Filled, amount: number) =>
  (await till.hold(couponCode, amount, purse)).body.HoldId

test('a pass that is revoked finishes its sale, and no more begin', async () => {
  const pass = await filledPass(hub, 20)
  const held = await holdOf(pass, 8)
  await revoke(pass)
  expect((await till.capture(held, { Amount: 5 })).body).toMatchObject({ Amount: 5, Balance: 15 })
  expect((await till.hold(pass.couponCode, 1, purse)).error).toMatchObject({
    ErrorCode: 'not_found',
    Receipt: ['Harbourside Main Club', 'Sale declined', 'A card or member with this number was not found.'],
  })
})

test('what comes back after a pass was replaced is in the purse of the one in its place', async () => {
  const pass = await filledPass(hub, 50)
  const sold = await till.sell(pass.couponCode, 10, purse)
  const [released, captured, late] = [await holdOf(pass, 5), await holdOf(pass, 6), await holdOf(pass, 7)]
  await revoke(pass)
  // Nobody has one to give it back to.
  expect((await till.refund(sold)).error).toMatchObject({
    ErrorCode: 'pass_revoked',
    ErrorMessage:
      'This digital card was revoked and no other is in its place: send the member a new one, or refund the sale in another way.',
  })
  const { body: next } = await inviteToPass(hub, pass.memberId)
  const now = async () => (await balances(pass))[next.InvitationId]
  expect(await now()).toBe(22)
  expect((await till.release(released)).body.Balance).toBe(27)
  expect((await till.capture(captured, { Amount: 2 })).body.Balance).toBe(31)
  await hub.owner.query(
    `update ledger_hold set expires_at = now() - interval '1 second' where hold_id = $1`,
    [late],
  )
  await expireHolds(hub.database)
  expect(await now()).toBe(38)
  expect((await till.refund(sold)).body.Balance).toBe(48)
  expect((await balances(pass))[pass.passId]).toBe(0)
})

test('what is held of a pass nobody replaced waits for the next', async () => {
  const pass = await filledPass(hub, 10)
  const held = await holdOf(pass, 4)
  await revoke(pass)
  expect((await till.release(held)).body.Balance).toBe(10)
  const { body: next } = await inviteToPass(hub, pass.memberId)
  expect(await balances(pass)).toEqual({ [pass.passId]: 0, [next.InvitationId]: 10 })
})

test('a release and a replacement at the same moment lose nothing', async () => {
  const pass = await filledPass(hub, 10)
  const holds = [await holdOf(pass, 2), await holdOf(pass, 2), await holdOf(pass, 2)]
  await revoke(pass)
  const [, next] = await Promise.all([
    till.release(holds[0]!),
    inviteToPass(hub, pass.memberId),
    till.release(holds[1]!),
    till.release(holds[2]!),
  ])
  expect(await balances(pass)).toEqual({ [pass.passId]: 0, [next.body.InvitationId]: 10 })
})

const merge = (survivor: Filled, other: Filled) => mergeMembers(hub, survivor.memberId, other.memberId)

async function undo({ memberId }: Filled) {
  const of = { ...params, memberId }
  const { Results } = (await hub.as(people.admin)(api.listMemberMerges, { params: of })).body
  return hub.as(people.admin)(api.undoMemberMerge, { params: { ...of, mergeId: Results[0]!.MergeId } })
}

test('a pass that follows a merge goes on paying', async () => {
  const [survivor, other] = [await filledPass(hub, 10), await filledPass(hub, 20, 'visitor-pass')]
  const held = await holdOf(other, 5)
  await merge(survivor, other)
  expect((await till.capture(held, { Amount: 4 })).body.Balance).toBe(16)
  expect((await till.hold(other.couponCode, 1, purse)).body.Balance).toBe(15)
})

test('one that can not follow leaves its money with the survivor’s, held or not, and an undo brings it back', async () => {
  const [survivor, other] = [await filledPass(hub, 10), await filledPass(hub, 20)]
  const sold = await till.sell(other.couponCode, 5, purse)
  const [first, second] = [await holdOf(other, 3), await holdOf(other, 2)]
  await merge(survivor, other)
  const now = async () => (await balances(survivor))[survivor.passId]
  expect(await now()).toBe(20)
  expect((await till.hold(other.couponCode, 1, purse)).error.ErrorCode).toBe('pass_not_active')
  expect((await till.release(first)).body.Balance).toBe(23)
  expect((await till.refund(sold, { Amount: 1 })).body.Balance).toBe(24)
  const spent = await till.sell(survivor.couponCode, 15, purse)
  expect((await undo(survivor)).error).toMatchObject({
    ErrorMessage: 'What came with the merge has been spent from the purse of the digital card since.',
  })
  await till.refund(spent)
  expect((await undo(survivor)).status).toBe(200)
  expect(await now()).toBe(14)
  expect((await till.release(second)).body.Balance).toBe(12)
  expect((await till.refund(sold)).body.Balance).toBe(16)
})

test('nothing goes to a member who was deleted', async () => {
  const pass = await filledPass(hub, 10)
  const sold = await till.sell(pass.couponCode, 5, purse)
  await hub.as(people.admin)(api.deleteMember, { params: { ...params, memberId: pass.memberId } })
  expect((await till.refund(sold)).error.ErrorCode).toBe('pass_revoked')
})

test('a new pass is paid with once it is claimed', async () => {
  const pass = await filledPass(hub, 10)
  await revoke(pass)
  const { body: next } = await inviteToPass(hub, pass.memberId)
  expect((await till.hold(next.CouponCode, 1, purse)).error.ErrorCode).toBe('pass_not_active')
  await claimInvitation(hub, next.InvitationId)
  expect((await till.hold(next.CouponCode, 1, purse)).body.Balance).toBe(9)
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
