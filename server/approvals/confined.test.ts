import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { limitRole } from '#tests/limits.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { programId, stranger } from '#tests/records/cards.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const askFor = async (email: string) =>
  hub.as(email)(api.askForApproval, {
    params,
    body: {
      Act: 'issueNonMemberCard',
      Params: { ...params, cardType: 'instantgift' },
      Body: { ...stranger, CardProgramId: await programId(hub, 'Harbourside Gift Card') },
      Reason: 'Prize',
    },
  })
const toldOf = async (approvalId: string) => {
  const { rows } = await hub.owner.query<{ email: string }>(
    `select email from user_notice join business_user using (business_id, uid)
     where kind = 'ApprovalAsked' and subject_id = $1`,
    [approvalId],
  )
  return rows.map(({ email }) => email)
}

test('a card to somebody who is no member is decided on by those of all venues, and seen by who asks', async () => {
  const confined = await confinedAdmin(hub)
  await hub.owner.query(`update business_user set role_name = 'Promotions' where email = $1`, [
    people.finance,
  ])
  await limitRole(hub, 'Promotions', { CardsPerAct: 0 })
  const asked = await askFor(people.finance)
  expect(asked.status).toBe(200)
  const { ApprovalId: approvalId } = asked.body
  const told = await toldOf(approvalId)
  expect(told).toContain(people.admin)
  expect(told).not.toContain(people.promotions)
  const listed = async (caller = confined) =>
    (await caller(api.listApprovals, { params, query: { state: 'waiting' } })).body.Results.map(
      ({ ApprovalId }) => ApprovalId,
    )
  expect([await listed(), await listed(hub.as(people.admin)), await listed(hub.as(people.finance))]).toEqual([
    [],
    [approvalId],
    [approvalId],
  ])
  expect((await confined(api.countApprovals, { params })).body.Count).toBe(0)
  expect((await confined(api.approveRequest, { params: { ...params, approvalId } })).status).toBe(404)
  // Their own they see, as everybody does.
  await limitRole(hub, 'Admin', { CardsPerAct: 0 })
  const own = await askFor(people.promotions)
  expect(await listed()).toEqual([own.body.ApprovalId])
})
