import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { approvalWords } from '#contract/approvals/approvals.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { awardTo, limitRole } from '#tests/limits.ts'

let hub: TestHub
let asker: Caller
const params = { businessId: 'harbourside' }

beforeAll(async () => {
  hub = await startTestHub()
  asker = hub.as(people.promotions)
})
afterAll(() => hub.close())

const approve = (approvalId: string) =>
  hub.as(people.admin)(api.approveRequest, { params: { ...params, approvalId } })

async function askForOrder() {
  await limitRole(hub, 'Promotions', { CardsPerAct: 10 })
  const { rows } = await hub.owner.query<{ id: string; memberId: string }>(
    `update card_order o set initial_cents = 5000, postal_address = '{"AddressLine1": "1 Letter Lane"}' from member m
     where m.business_id = o.business_id and m.member_id = o.member_id and m.venue_no = '2' and m.deleted_at is null
       and o.business_id = 'harbourside' and o.status = 'Incomplete'
     returning o.order_id as id, o.member_id as "memberId"`,
  )
  const { id: orderId, memberId } = rows[0]!
  const { body } = await asker(api.askForApproval, {
    params,
    body: { Act: 'confirmCardOrder', Params: { memberId, orderId }, Reason: 'Prize' },
  })
  return { orderId, memberId, body }
}

test('an order is approved as it was when it was asked for, by where its letter goes', async () => {
  const { orderId, memberId, body } = await askForOrder()
  expect(body).toMatchObject({ Kind: 'Cards', Amount: 50, MemberId: memberId })
  expect(body.Details).toMatchObject({ Address: '1 Letter Lane' })
  await hub.owner.query(`update card_order set revision = revision + 1 where order_id = $1`, [orderId])
  expect((await approve(body.ApprovalId)).error.ErrorMessage).toBe(approvalWords.changed)
})

test('an order that becomes another one in the midst of it is not carried out', async () => {
  const { orderId, memberId, body } = await askForOrder()
  await hub.owner.query('begin')
  await hub.owner.query('select from member where member_id = $1 for update', [memberId])
  const answer = approve(body.ApprovalId)
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await hub.owner.query(waiting)).rows[0]).toEqual({ count: 1 })
  await hub.owner.query('update card_order set initial_cents = 19000 where order_id = $1', [orderId])
  await hub.owner.query('commit')
  expect((await answer).error.ErrorMessage).toBe(approvalWords.changed)
  const { rows } = await hub.owner.query('select status from card_order where order_id = $1', [orderId])
  expect(rows).toEqual([{ status: 'Incomplete' }])
})

test('a card goes to the contact that the approver saw', async () => {
  await limitRole(hub, 'Promotions', { CardsPerAct: 10 })
  const { memberId } = await awardTo(hub, '2')
  const { body } = await asker(api.askForApproval, {
    params,
    body: {
      Act: 'issueMemberCard',
      Params: { memberId, cardType: 'instantgift' },
      Body: { InitialCardValue: 50 },
      Reason: 'Prize',
    },
  })
  expect(body).toMatchObject({ Kind: 'Cards', Amount: 50 })
  await hub.owner.query(
    `update member set home_contact = home_contact || '{"EmailAddress": "thief@evil.example"}' where member_id = $1`,
    [memberId],
  )
  expect((await approve(body.ApprovalId)).error.ErrorMessage).toBe(approvalWords.changed)
})

test('who approves a card to a stranger reads what is written to them, and until when it is good', async () => {
  await limitRole(hub, 'Promotions', { CardsPerAct: 10 })
  const { body } = await asker(api.askForApproval, {
    params,
    body: {
      Act: 'issueNonMemberCard',
      Params: { cardType: 'instantgift' },
      Body: {
        FirstName: 'Sam',
        LastName: 'Stranger',
        MobileNumber: '+61400000009',
        EmailAddress: 'sam@hub.example',
        InitialCardValue: 20,
        OfferExpiryDate: '2099-11-30',
        PlasticExpiryDate: '2099-12-31',
        CustomInvitationSMSMessageBodyFormat: 'Yours alone: {Link}',
      },
      Reason: 'Prize',
    },
  })
  expect(body.Details).toMatchObject({
    'Offer expires': '30 Nov 2099',
    'Card expires': '31 Dec 2099',
    'Text message': 'Yours alone: {Link}',
  })
  expect((await approve(body.ApprovalId)).status).toBe(200)
})
