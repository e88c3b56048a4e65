import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** Until somebody waits for a row of ours. */
async function isWaiting() {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await hub.owner.query(waiting)).rows[0]).toEqual({ count: 1 })
}

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
  await isWaiting()
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

describe('a card to a contact that was on file when it was asked for, and is not any more', () => {
  const former = { MobileNumber: '+61491570330', EmailAddress: 'before@theft.example' }

  async function askFor() {
    await limitRole(hub, 'Promotions', { CardsPerAct: 10 })
    const { memberId } = await awardTo(hub, '2')
    await reach(memberId, former.MobileNumber)
    const { body } = await asker(api.askForApproval, {
      params,
      body: {
        Act: 'issueMemberCard',
        Params: { memberId, cardType: 'instantgift' },
        Body: { InitialCardValue: 50, ...former },
        Reason: 'Prize',
      },
    })
    return { memberId, approvalId: body.ApprovalId }
  }
  const reach = (memberId: string, MobileNumber: string) =>
    hub.owner.query(
      'update member set home_contact = $2, work_contact = null, postal_contact = null where member_id = $1',
      [memberId, { ...former, MobileNumber }],
    )
  const reachedAt = async (memberId: string) => {
    const { rows } = await hub.owner.query<{ mobile: string }>(
      `select home_contact ->> 'MobileNumber' as mobile from member where member_id = $1`,
      [memberId],
    )
    return rows[0]!.mobile
  }

  test('is refused', async () => {
    const { memberId, approvalId } = await askFor()
    await reach(memberId, '+61491570331')
    expect((await approve(approvalId)).error.ErrorMessage).toBe(approvalWords.changed)
    expect(await reachedAt(memberId)).toBe('+61491570331')
  })

  test('is refused where they leave it in the midst of it', async () => {
    const { memberId, approvalId } = await askFor()
    await hub.owner.query('begin')
    await hub.owner.query('select from member where member_id = $1 for update', [memberId])
    const answer = approve(approvalId)
    await isWaiting()
    await reach(memberId, '+61491570332')
    await hub.owner.query('commit')
    expect((await answer).error.ErrorMessage).toBe(approvalWords.changed)
    expect(await reachedAt(memberId)).toBe('+61491570332')
  })

  test('is sent where they still have it', async () => {
    const { approvalId } = await askFor()
    expect((await approve(approvalId)).status).toBe(200)
  })
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
