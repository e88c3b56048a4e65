import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { demoTillSecret } from '#server/demo/access'
import { checkLedger } from '#server/ledger'
import { claimedCard, codeFor, newHolderSecret, programId, send, stranger } from '#tests/cards.ts'
import { inDays } from '#tests/days.ts'
import { people, type TestHub } from '#tests/hub.ts'
import { overTheLine, type Sent, startHubThatCuts } from '#tests/lost-answers.ts'
import { newAccount, placedOrder, saveDetails, someMember, startOrder } from '#tests/orders.ts'
import { heldPass, newMember } from '#tests/passes.ts'
import { memberWithPoints, tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const tenDollars = { Note: 'x', PointsByDollarValue: 10, PointsByQuantity: 1000 }
const who = people.admin
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startHubThatCuts()
  till = tillOf(hub)
})
afterAll(() => hub.close())

const pointsOf = (memberId: string) => ({ ...params, memberId, pointsTypeId: 'Points' })
const award = (memberId: string) =>
  hub.as(who)(api.awardPoints, { params: pointsOf(memberId), body: tenDollars })
const cardNumber = async () => (await claimedCard(hub)).claimed.CardNumber!
const byTill = (sent: Omit<Sent, 'key'>): Sent => ({ ...sent, key: demoTillSecret })

/** Each call that moves money or points, made ready to be made. */
const calls: Record<string, () => Promise<Sent>> = {
  'an award of points': async () => {
    const { id } = await memberWithPoints(hub)
    return { row: api.awardPoints, params: pointsOf(id), body: tenDollars, who }
  },
  'a reversal of points': async () => {
    const { id } = await memberWithPoints(hub)
    const { TransactionId: transactionId } = (await award(id)).body
    const body = { Reason: 'Mistake' }
    return { row: api.reversePoints, params: { ...pointsOf(id), transactionId }, body, who }
  },
  'a transfer of points to a card': async () => {
    const { id } = await memberWithPoints(hub)
    const CardProgramId = await programId(hub, 'Harbourside Club Card')
    const { cardId } = await claimedCard(hub, { CardProgramId }, { type: 'reloadable' })
    await hub.owner.query('update card set member_id = $1 where card_id = $2', [id, cardId])
    const body = { ...tenDollars, Description: 'x' }
    return { row: api.transferPointsToCard, params: { ...pointsOf(id), cardId }, body, who }
  },
  'a transfer of points to a digital membership card': async () => {
    const { memberId, passId } = await heldPass(hub)
    await award(memberId)
    const body = { ...tenDollars, Description: 'x' }
    const sentTo = { ...pointsOf(memberId), invitationId: passId }
    return { row: api.transferPointsToPass, params: sentTo, body, who }
  },
  'a deposit': async () => {
    const body = { Amount: 10, Reference: 'EFT' }
    return { row: api.deposit, params, body, who: people.superAdmin }
  },
  'a card to somebody who is no member': async () => {
    const CardProgramId = await programId(hub, 'Harbourside Gift Card')
    const body = { ...stranger, CardProgramId, OfferExpiryDate: inDays(9) }
    return { row: api.issueNonMemberCard, params: { ...params, cardType: 'instantgift' }, body, who }
  },
  'a card to a member': async () => {
    const { memberId } = await newMember(hub)
    const sentTo = { ...params, cardType: 'reloadable', memberId }
    return { row: api.issueMemberCard, params: sentTo, body: { InitialCardValue: 30 }, who }
  },
  'a claim': async () => {
    const EmailAddress = `once${Math.random()}@example.org`
    await send(hub, { EmailAddress })
    const Secret = newHolderSecret()
    return { row: api.claimCard, params: { code: await codeFor(hub, EmailAddress) }, body: { Secret } }
  },
  'a cancel of a card': async () => {
    const { CardId: cardId } = (await send(hub)).body
    return { row: api.cancelCard, params: { ...params, cardId }, body: { Reason: 'Mistake' }, who }
  },
  'an order of a card': async () => {
    const { body: order } = await startOrder(hub, await someMember(hub))
    await saveDetails(hub, order)
    const { MemberId: memberId, OrderId: orderId } = order
    return { row: api.confirmCardOrder, params: { ...params, memberId, orderId }, who }
  },
  'the end of an order': async () => {
    const { OrderId: orderId } = await placedOrder(hub)
    return { row: api.archiveCardOrder, params: { ...params, orderId }, who }
  },
  'a card that was posted': async () => {
    const { OrderId: orderId } = await placedOrder(hub)
    const body = { ExternalAccountId: newAccount(), PostedDate: inDays(-1) }
    return { row: api.completeCardOrder, params: { ...params, orderId }, body, who: people.superAdmin }
  },
  'a hold of a till': async () =>
    byTill({ row: api.tillHold, params, body: { Code: await cardNumber(), Amount: 20 } }),
  'a hold of points': async () => {
    const { number: Code } = await memberWithPoints(hub)
    return byTill({ row: api.tillHold, params, body: { Code, Amount: 1 } })
  },
  'a capture': async () => {
    const { HoldId } = (await till.hold(await cardNumber(), 20)).body
    return byTill({ row: api.tillCapture, params: { ...params, holdId: HoldId! }, body: { Amount: 15 } })
  },
  'a release': async () => {
    const { HoldId } = (await till.hold(await cardNumber(), 20)).body
    return byTill({ row: api.tillRelease, params: { ...params, holdId: HoldId! } })
  },
  'a refund': async () => {
    const { TransactionId } = await till.sell(await cardNumber(), 20)
    const sale = { ...params, transactionId: TransactionId! }
    return byTill({ row: api.tillRefund, params: sale, body: { Amount: 5 } })
  },
}

/** How much there is of what is made once. */
async function made() {
  const { rows } = await hub.owner.query<{ transactions: number; cards: number; messages: number }>(
    `select (select count(*)::int from ledger_transaction) as transactions, (select count(*)::int from card) as cards,
      (select count(*)::int from outbox_message) as messages`,
  )
  return rows[0]!
}

describe.each(Object.entries(calls))('%s', (name, prepare) => {
  const keyOf = (what: string) => `${what} ${name}`.replaceAll(' ', '-')

  test('moves money once, however fast it is clicked', async () => {
    const sent = await prepare()
    const before = await made()
    const answers = await Promise.all([1, 2, 3].map(() => overTheLine(hub, sent, keyOf('double'))))
    const statuses = answers.map((answer) => answer!.status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect((await made()).transactions).toBe(before.transactions + 1)
  })

  test('moves money once, though the first answer was lost', async () => {
    const sent = await prepare()
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
  const Code = await cardNumber()
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
