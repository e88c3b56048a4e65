import { api } from '#contract'
import { demoTillSecret } from '#server/demo/access'
import { inDays } from '#tests/days.ts'
import { people, type TestHub } from '#tests/hub.ts'
import type { Sent } from '#tests/lost-answers.ts'
import { claimedCard, codeFor, newHolderSecret, programId, send, stranger } from '#tests/records/cards.ts'
import { newAccount, placedOrder, saveDetails, someMember, startOrder } from '#tests/records/orders.ts'
import { filledPass, heldPass, newMember } from '#tests/records/passes.ts'
import { clubCard, memberWithPoints, tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const tenDollars = { Note: 'x', PointsByDollarValue: 10, PointsByQuantity: 1000 }
const who = people.admin
const pointsOf = (memberId: string) => ({ ...params, memberId, pointsTypeId: 'Points' })
const byTill = (sent: Omit<Sent, 'key'>): Sent => ({ ...sent, key: demoTillSecret })
const award = (hub: TestHub, memberId: string) =>
  hub.as(who)(api.awardPoints, { params: pointsOf(memberId), body: tenDollars })
const cardNumber = async (hub: TestHub) => (await claimedCard(hub)).claimed.CardNumber!

const aDollarInCash = { Method: 'Cash', Amount: 1, Reference: null } as const

/** A request of the demo that waits for its payment, of which some dollars more are owing. */
async function unpaidRequest(hub: TestHub): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(`
    select session_id as id from request_session
    where business_id = 'harbourside' and next_step = 'Payment Required' and kind = 'Registration'`)
  return rows[0]!.id
}

/** Each call that moves money or points, made ready to be made. */
export const moneyCalls: Record<string, (hub: TestHub) => Promise<Sent>> = {
  'an award of points': async (hub) => {
    const { id } = await memberWithPoints(hub)
    return { row: api.awardPoints, params: pointsOf(id), body: tenDollars, who }
  },
  'a reversal of points': async (hub) => {
    const { id } = await memberWithPoints(hub)
    const { TransactionId: transactionId } = (await award(hub, id)).body
    const body = { Reason: 'Mistake' }
    return { row: api.reversePoints, params: { ...pointsOf(id), transactionId }, body, who }
  },
  'a transfer of points to a card': async (hub) => {
    const { id } = await memberWithPoints(hub)
    const CardProgramId = await programId(hub, 'Harbourside Club Card')
    const { cardId } = await claimedCard(hub, { CardProgramId }, { type: 'reloadable' })
    await hub.owner.query('update card set member_id = $1 where card_id = $2', [id, cardId])
    const body = { ...tenDollars, Description: 'x' }
    return { row: api.transferPointsToCard, params: { ...pointsOf(id), cardId }, body, who }
  },
  'a transfer of points to a digital membership card': async (hub) => {
    const { memberId, passId } = await heldPass(hub)
    await award(hub, memberId)
    const body = { ...tenDollars, Description: 'x' }
    const sentTo = { ...pointsOf(memberId), invitationId: passId }
    return { row: api.transferPointsToPass, params: sentTo, body, who }
  },
  'the way back to points': async (hub) => {
    const { memberId, passId, transactionId } = await filledPass(hub, 10)
    const body = { TransactionId: transactionId, Reason: 'Mistake' }
    const sentTo = { ...params, memberId, invitationId: passId }
    return { row: api.transferPassToPoints, params: sentTo, body, who }
  },
  'a deposit': async () => {
    const body = { Amount: 10, Reference: 'EFT' }
    return { row: api.deposit, params, body, who: people.superAdmin }
  },
  'a card to somebody who is no member': async (hub) => {
    const CardProgramId = await programId(hub, 'Harbourside Gift Card')
    const body = { ...stranger, CardProgramId, OfferExpiryDate: inDays(9) }
    return { row: api.issueNonMemberCard, params: { ...params, cardType: 'instantgift' }, body, who }
  },
  'a card to a member': async (hub) => {
    const { memberId } = await newMember(hub)
    const sentTo = { ...params, cardType: 'reloadable', memberId }
    return { row: api.issueMemberCard, params: sentTo, body: { InitialCardValue: 30 }, who }
  },
  'a claim': async (hub) => {
    const EmailAddress = `once${Math.random()}@example.org`
    await send(hub, { EmailAddress })
    const Secret = newHolderSecret()
    return { row: api.claimCard, params: { code: await codeFor(hub, EmailAddress) }, body: { Secret } }
  },
  'a cancel of a card': async (hub) => {
    const { CardId: cardId } = (await send(hub)).body
    return { row: api.cancelCard, params: { ...params, cardId }, body: { Reason: 'Mistake' }, who }
  },
  'a replacement of a card': async (hub) => {
    const { cardId } = await claimedCard(hub)
    const body = { Delivery: 'Digital', Reason: 'Lost' }
    return { row: api.replaceCard, params: { ...params, cardId }, body, who }
  },
  'an order of a card': async (hub) => {
    const { body: order } = await startOrder(hub, await someMember(hub))
    await saveDetails(hub, order)
    const { MemberId: memberId, OrderId: orderId } = order
    return { row: api.confirmCardOrder, params: { ...params, memberId, orderId }, who }
  },
  'the end of an order': async (hub) => {
    const { OrderId: orderId } = await placedOrder(hub)
    return { row: api.archiveCardOrder, params: { ...params, orderId }, who }
  },
  'a card that was posted': async (hub) => {
    const { OrderId: orderId } = await placedOrder(hub)
    const body = { ExternalAccountId: newAccount(), PostedDate: inDays(-1) }
    return { row: api.completeCardOrder, params: { ...params, orderId }, body, who: people.superAdmin }
  },
  'a hold of a till': async (hub) =>
    byTill({ row: api.tillHold, params, body: { Code: await cardNumber(hub), Amount: 20 } }),
  'a hold of points': async (hub) => {
    const { number: Code } = await memberWithPoints(hub)
    return byTill({ row: api.tillHold, params, body: { Code, Amount: 1 } })
  },
  'a hold of a purse': async (hub) => {
    const { couponCode: Code } = await filledPass(hub, 10)
    return byTill({ row: api.tillHold, params, body: { Code, Amount: 1, Source: 'purse' } })
  },
  'a capture': async (hub) => {
    const { HoldId } = (await tillOf(hub).hold(await cardNumber(hub), 20)).body
    return byTill({ row: api.tillCapture, params: { ...params, holdId: HoldId! }, body: { Amount: 15 } })
  },
  'a release': async (hub) => {
    const { HoldId } = (await tillOf(hub).hold(await cardNumber(hub), 20)).body
    return byTill({ row: api.tillRelease, params: { ...params, holdId: HoldId! } })
  },
  'a reload of a card': async (hub) => {
    const { cardId } = await clubCard(hub)
    return { row: api.reloadCard, params: { ...params, cardId }, body: { Amount: 20, Note: 'Prize' }, who }
  },
  'a reload at a till': async (hub) => {
    const { number: Code } = await clubCard(hub)
    return byTill({ row: api.tillReload, params, body: { Code, Amount: 20, Tender: 'Cash' } })
  },
  'a reload that is taken back': async (hub) => {
    const { number } = await clubCard(hub)
    const { TransactionId } = (await tillOf(hub).reload(number, 20)).body
    return byTill({ row: api.tillVoidReload, params: { ...params, transactionId: TransactionId! }, body: {} })
  },
  'a refund': async (hub) => {
    const { TransactionId } = await tillOf(hub).sell(await cardNumber(hub), 20)
    const sale = { ...params, transactionId: TransactionId! }
    return byTill({ row: api.tillRefund, params: sale, body: { Amount: 5 } })
  },
  'a payment at the counter': async (hub) => {
    const sessionId = await unpaidRequest(hub)
    return { row: api.takePayment, params: { ...params, sessionId }, body: aDollarInCash, who }
  },
  'a discount': async (hub) => {
    const sessionId = await unpaidRequest(hub)
    return { row: api.giveDiscount, params: { ...params, sessionId }, body: { Amount: 1, Reason: 'x' }, who }
  },
  'a refund at the counter': async (hub) => {
    const sentTo = { ...params, sessionId: await unpaidRequest(hub) }
    const { body: request } = await hub.as(who)(api.takePayment, { params: sentTo, body: aDollarInCash })
    const { PaymentId: paymentId } = request.Payments.at(-1)!
    const body = { Amount: 0.4, Reason: 'x', NotifyBy: 'none' }
    return { row: api.refundAtCounter, params: { ...params, paymentId }, body, who }
  },
}
