import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor } from '#tests/records/cards.ts'
import { publishedEvent, scanOf } from '#tests/records/events.ts'
import {
  fillPurse,
  heldPass,
  inviteToPass,
  newHolderKey,
  newMember,
  passesOf,
} from '#tests/records/passes.ts'
import { tillOf } from '#tests/till.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const replace = (memberId: string, invitationId: string, who: string = people.reception) =>
  hub.as(who)(api.replacePass, {
    params: { businessId, memberId, invitationId },
    body: { Reason: 'Lost', Note: 'With the phone' },
  })

test('the pass of a lost phone is dead everywhere, and another of its design has the purse', async () => {
  const { memberId, passId, couponCode, holderKey, MobileNumber } = await heldPass(hub)
  await fillPurse(hub, { memberId, passId }, 10)
  const { status, body } = await replace(memberId, passId)
  expect([status, body]).toMatchObject([200, { State: 'Invited', Balance: 10, PromotionId: 'member-card' }])
  expect(body.CouponCode).not.toBe(couponCode)
  const [, old] = await passesOf(hub, memberId)
  expect(old).toMatchObject({
    InvitationId: passId,
    State: 'Revoked',
    RevokeReason: 'Lost: With the phone',
    Balance: 0,
  })

  expect((await hub.as(null)(api.getHeldPass, { params: { code: holderKey } })).status).toBe(404)
  expect((await tillOf(hub).lookUp(couponCode)).status).toBe(404)
  const eventId = await publishedEvent(hub)
  const scan = await hub.as(people.door)(api.recordScans, {
    params: { businessId, eventId },
    body: scanOf(couponCode),
  })
  expect(scan.body).toMatchObject({ Result: 'CardNotActive' })
  const { rows } = await hub.owner.query('select from pass_change where pass_id = $1', [passId])
  expect(rows).toHaveLength(1)

  const code = await codeFor(hub, MobileNumber)
  const { body: held } = await hub.as(null)(api.claimPass, {
    params: { code },
    body: { HolderKey: newHolderKey() },
  })
  expect(held.State).toBe('Active')
  expect((await tillOf(hub).lookUp(body.CouponCode)).body).toMatchObject({ MemberId: memberId })
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})

test('the new one was used as often, and is valid as long', async () => {
  const { memberId, passId } = await heldPass(hub, 'visitor-pass')
  await hub.owner.query(
    `update pass set usage_count = 1, issued_at = issued_at - interval '5 hours' where pass_id = $1`,
    [passId],
  )
  const [before] = await passesOf(hub, memberId)
  const { body } = await replace(memberId, passId)
  expect(body).toMatchObject({ UsageCount: 1, DateExpires: before!.DateExpires })
})

test('of many at once one replaces it', async () => {
  const { memberId, passId } = await heldPass(hub)
  const answers = await Promise.all([1, 2, 3].map(() => replace(memberId, passId)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await passesOf(hub, memberId)).toHaveLength(2)
})

test('refused with a sentence is one that nobody has claimed, one that was revoked, and one of somebody else', async () => {
  const { memberId } = await newMember(hub)
  const { InvitationId } = (await inviteToPass(hub, memberId)).body
  expect((await replace(memberId, InvitationId)).error.ErrorMessage).toMatch(
    /send its invitation again instead\.$/,
  )
  const { memberId: otherId, passId } = await heldPass(hub)
  expect((await replace(memberId, passId)).status).toBe(404)
  expect((await replace(otherId, passId, people.door)).status).toBe(403)
  await replace(otherId, passId)
  expect((await replace(otherId, passId)).error.ErrorMessage).toMatch(/send a new invitation instead\.$/)
})
