import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { mergeMembers, undoMerge } from '#tests/records/merges.ts'
import { fillPurse, heldPass, newMember, passesOf } from '#tests/records/passes.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const replace = (memberId: string, invitationId: string) =>
  hub.as(people.reception)(api.replacePass, {
    params: { businessId, memberId, invitationId },
    body: { Reason: 'Lost', Note: 'With the phone' },
  })

/** What somebody has of passes: state and dollars of each, the newest first. */
const pursesOf = async (memberId: string) =>
  (await passesOf(hub, memberId)).map(({ State, Balance }) => [State, Balance])

test('a pass that was replaced while its member was merged goes back, and so does the one in its place', async () => {
  const other = await heldPass(hub)
  const survivor = await newMember(hub)
  await fillPurse(hub, other, 10)
  await mergeMembers(hub, survivor.memberId, other.memberId)
  expect((await replace(survivor.memberId, other.passId)).status).toBe(200)
  expect((await undoMerge(hub, survivor.memberId)).status).toBe(200)
  expect(await pursesOf(survivor.memberId)).toEqual([])
  expect(await pursesOf(other.memberId)).toEqual([
    ['Invited', 10],
    ['Revoked', 0],
  ])
})

test('what a purse got by a merge goes back from the pass that is in its place', async () => {
  const [other, survivor] = [await heldPass(hub), await heldPass(hub)]
  await fillPurse(hub, other, 10)
  await fillPurse(hub, survivor, 10)
  await mergeMembers(hub, survivor.memberId, other.memberId)
  await replace(survivor.memberId, survivor.passId)
  expect((await undoMerge(hub, survivor.memberId)).status).toBe(200)
  expect(await pursesOf(other.memberId)).toEqual([['Active', 10]])
  expect(await pursesOf(survivor.memberId)).toEqual([
    ['Invited', 10],
    ['Revoked', 0],
  ])
})

test('a pass of the survivor stays where one came that had been revoked before', async () => {
  const [other, survivor] = [await heldPass(hub), await newMember(hub)]
  await hub.as(people.admin)(api.revokePass, {
    params: { businessId, memberId: other.memberId, invitationId: other.passId },
    body: { Reason: 'For the test' },
  })
  await mergeMembers(hub, survivor.memberId, other.memberId)
  const { body } = await hub.as(people.reception)(api.inviteToPass, {
    params: { businessId, memberId: survivor.memberId },
    body: { PassConfigurationId: 'member-card' },
  })
  expect(body.State).toBe('Invited')
  await undoMerge(hub, survivor.memberId)
  expect(await pursesOf(survivor.memberId)).toEqual([['Invited', 0]])
  expect(await pursesOf(other.memberId)).toEqual([['Revoked', 0]])
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
