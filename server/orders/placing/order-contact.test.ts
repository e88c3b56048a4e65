import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor, fundsOf, messagesTo, newHolderSecret, programId } from '#tests/records/cards.ts'
import {
  changeEmail,
  memberToChange,
  newsTo,
  readMember,
  tellContacts,
} from '#tests/records/contact-changes.ts'
import { completeOrder, newAccount, orderDetails } from '#tests/records/orders.ts'

const businessId = 'harbourside'
const strange = { EmailAddress: 'staff.home@elsewhere.example', MobileNumber: '+61491570666' }

let hub: TestHub
/** Somebody who may order cards, and not edit a member. */
let inviter: Caller
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`
    insert into role (business_id, name, description, permissions)
    values ('harbourside', 'Inviter', '', array['Member.InviteToCard'])`)
  await hub.owner.query(`update business_user set role_name = 'Inviter' where email = $1`, [people.door])
  inviter = hub.as(people.door)
})
afterAll(() => hub.close())

const linksTo = async (contact: string) =>
  (await messagesTo(hub, contact)).filter(({ body }) => body.includes('/claim/')).length
const orderOf = async (orderId: string) =>
  (await hub.as(people.admin)(api.getCardOrder, { params: { businessId, orderId } })).body
const activate = (code: string) =>
  hub.as(null)(api.claimCard, { params: { code }, body: { Secret: newHolderSecret() } })
const undo = (Secret: string | null) => hub.as(null)(api.undoContactChange, { body: { Secret: Secret! } })

async function confirmDetails(memberId: string, contact: typeof strange, caller: Caller) {
  const cardProgramId = await programId(hub, 'Harbourside Plastic Card')
  const { body } = await caller(api.newCardOrder, { params: { businessId, memberId, cardProgramId } })
  const params = { businessId, memberId, orderId: body.OrderId }
  await caller(api.saveCardOrderDetails, {
    params,
    body: { InitialCardValue: 75, MemberDetails: { ...orderDetails, ...contact } },
  })
  return params
}

async function order(memberId: string, contact: typeof strange, caller = inviter) {
  const params = await confirmDetails(memberId, contact, caller)
  return { orderId: params.orderId, ...(await caller(api.confirmCardOrder, { params })) }
}

/** An order to a stranger's contact, by somebody who may not edit the member. */
async function strangeOrder() {
  const member = await memberToChange(hub)
  await tellContacts(hub)
  const before = await readMember(hub, member.memberId)
  const { orderId, status } = await order(member.memberId, strange)
  expect(status).toBe(200)
  await tellContacts(hub)
  const { body, secret } = await newsTo(hub, member.EmailAddress)
  return { ...member, before, orderId, news: body, secret }
}

describe('a card ordered by somebody who may only invite', () => {
  test('to a contact on file is nothing to tell', async () => {
    const { memberId, EmailAddress, MobileNumber } = await memberToChange(hub)
    await tellContacts(hub)
    expect((await order(memberId, { EmailAddress, MobileNumber })).status).toBe(200)
    expect(await tellContacts(hub)).toBe(0)
  })

  test('to another is told to those on file, and the record stays', async () => {
    const { memberId, before, news } = await strangeOrder()
    expect(news).toContain('a card of yours was sent to')
    expect(await readMember(hub, memberId)).toEqual(before)
  })

  test('is put away by them before it is in the post, and its money returns', async () => {
    const funds = await fundsOf(hub)
    const { orderId, secret } = await strangeOrder()
    expect((await undo(secret)).status).toBe(200)
    expect(await orderOf(orderId)).toMatchObject({ OrderStatus: 'Archived' })
    expect(await fundsOf(hub)).toEqual(funds)
    expect((await completeOrder(hub, orderId, newAccount())).status).toBe(409)
    expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
  })

  test('is stopped by them when it is in the post', async () => {
    const { orderId, secret } = await strangeOrder()
    const { body } = await completeOrder(hub, orderId, newAccount())
    const code = await codeFor(hub, strange.EmailAddress)
    expect((await undo(secret)).status).toBe(200)
    expect((await activate(code)).status).toBe(404)
    const card = await hub.as(people.admin)(api.getCard, { params: { businessId, cardId: body.CardId! } })
    expect(card.body.AccountStatus).toBe('LostStolen')
    expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
  })

  test('is refused where there is nobody who could be told', async () => {
    const { memberId } = await memberToChange(hub, { HomeContactDetails: null })
    expect((await order(memberId, strange)).status).toBe(403)
  })
})

describe('a card ordered by somebody who may edit the member', () => {
  const admin = () => hub.as(people.admin)

  test('has its contact kept', async () => {
    const { memberId, MobileNumber, newEmail } = await memberToChange(hub)
    await order(memberId, { MobileNumber, EmailAddress: newEmail }, admin())
    expect((await readMember(hub, memberId)).HomeContactDetails).toMatchObject({ EmailAddress: newEmail })
  })

  test('is activated by who is on file when it is posted, not by who has the former contact', async () => {
    const { memberId, newEmail, EmailAddress } = await memberToChange(hub)
    const mobile = '+61491570777'
    const { orderId } = await order(memberId, { EmailAddress, MobileNumber: mobile }, admin())
    await hub.owner.query(
      `update member set home_contact = home_contact || '{"MobileNumber": null}' where member_id = $1`,
      [memberId],
    )
    await changeEmail(hub, memberId, newEmail)
    await completeOrder(hub, orderId, newAccount())
    expect([await linksTo(EmailAddress), await linksTo(mobile), await linksTo(newEmail)]).toEqual([0, 0, 1])
    expect((await activate(await codeFor(hub, newEmail))).body.Status).toBe('Active')
  })

  test('is posted without a link where nothing is on file, and its history says so', async () => {
    const { memberId, EmailAddress, MobileNumber } = await memberToChange(hub)
    const { orderId } = await order(memberId, { EmailAddress, MobileNumber }, admin())
    await hub.owner.query(`update member set home_contact = null where member_id = $1`, [memberId])
    const { body } = await completeOrder(hub, orderId, newAccount())
    expect(await linksTo(EmailAddress)).toBe(0)
    const params = { businessId, cardId: body.CardId! }
    const { body: history } = await admin()(api.listCardHistory, { params })
    expect(history.Results[0]!.Note).toMatch(/No link to activate it was sent/)
    expect((await admin()(api.resendCardInvitation, { params })).status).toBe(409)
  })
})

describe('a contact that the member has left since the details were confirmed', () => {
  const admin = () => hub.as(people.admin)
  const elsewhere = 'The member is reached elsewhere since. Look at the details again.'

  test('does not come back with the order', async () => {
    const { memberId, newEmail, EmailAddress, MobileNumber } = await memberToChange(hub)
    const params = await confirmDetails(memberId, { EmailAddress, MobileNumber }, admin())
    await changeEmail(hub, memberId, newEmail)
    const refused = await admin()(api.confirmCardOrder, { params })
    expect([refused.status, refused.error.ErrorMessage]).toEqual([409, elsewhere])
    expect((await readMember(hub, memberId)).HomeContactDetails).toMatchObject({ EmailAddress: newEmail })
    await confirmDetails(memberId, { EmailAddress: newEmail, MobileNumber }, admin())
    expect((await admin()(api.confirmCardOrder, { params })).status).toBe(200)
  })

  test('is refused to who may only invite, too', async () => {
    const { memberId, newEmail, EmailAddress, MobileNumber } = await memberToChange(hub)
    const params = await confirmDetails(memberId, { EmailAddress, MobileNumber }, inviter)
    await changeEmail(hub, memberId, newEmail)
    expect((await inviter(api.confirmCardOrder, { params })).error.ErrorMessage).toBe(elsewhere)
  })

  test('is looked at again where the former version has confirmed it', async () => {
    const { memberId, newEmail, MobileNumber } = await memberToChange(hub)
    const params = await confirmDetails(memberId, { EmailAddress: newEmail, MobileNumber }, admin())
    await hub.owner.query('update card_order set reach_mark = null where order_id = $1', [params.orderId])
    expect((await admin()(api.confirmCardOrder, { params })).error.ErrorMessage).toBe(elsewhere)
  })

  test('matters to no order that goes to one they still have', async () => {
    const { memberId, EmailAddress, MobileNumber } = await memberToChange(hub)
    const params = await confirmDetails(memberId, { EmailAddress, MobileNumber }, admin())
    await hub.owner.query(
      `update member set work_contact = '{"EmailAddress": "work@elsewhere.example"}' where member_id = $1`,
      [memberId],
    )
    expect((await admin()(api.confirmCardOrder, { params })).status).toBe(200)
  })
})
