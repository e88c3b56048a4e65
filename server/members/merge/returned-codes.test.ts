import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

type Fields = Partial<z.input<typeof MemberFields>>

const create = async (fields: Fields) => {
  const body = { FirstName: 'Sue', LastName: 'Swap', MembershipType: 'Ordinary', ...fields }
  return (await admin(api.createMember, { params, query: { venueId: '1' }, body })).body.data
}
const of = (memberId: string) => ({ params: { ...params, memberId } })
const read = async (memberId: string) => (await admin(api.getMember, of(memberId))).body.Results[0]!
const change = async (memberId: string, fields: Fields) => {
  const body = { ...MemberFields.parse(await read(memberId)), ...fields }
  const answer = await admin(api.updateMember, { ...of(memberId), query: { moveCodes: 'true' }, body })
  expect(answer.status).toBe(200)
}

/** Two of whom the first takes these codes of the other over. */
async function merged(own: Fields, others: Fields) {
  const [sue, otto] = [await create(own), await create({ FirstName: 'Otto', ...others })]
  const answer = await admin(api.mergeMembers, {
    ...of(sue.id),
    body: {
      OtherId: otto.id,
      Revision: sue.Revision,
      OtherRevision: otto.Revision,
      Fields: { ...MemberFields.parse(sue), ...others },
    },
  })
  expect(answer.status).toBe(200)
  return { sue: sue.id, otto: otto.id }
}

async function undo(survivorId: string) {
  const [latest] = (await admin(api.listMemberMerges, of(survivorId))).body.Results
  const answer = await admin(api.undoMemberMerge, {
    params: { ...params, memberId: survivorId, mergeId: latest!.MergeId },
  })
  expect(answer.status).toBe(200)
}

describe('the undo of a merge gives each their own codes', () => {
  test('also where the survivor’s was written in capitals since', async () => {
    const { sue, otto } = await merged({ BadgeNumber: 'own1' }, { BadgeNumber: 'bdg1' })
    await change(sue, { BadgeNumber: 'BDG1' })
    await undo(sue)
    expect((await read(sue)).BadgeNumber).toBe('own1')
    expect((await read(otto)).BadgeNumber).toBe('bdg1')
  })

  test('but for one that a third has by now: the other comes back without it', async () => {
    const { sue, otto } = await merged({ BadgeNumber: 'own2' }, { BadgeNumber: 'bdg2' })
    const third = await create({ FirstName: 'Thea' })
    await change(third.id, { BadgeNumber: 'bdg2' })
    await undo(sue)
    expect((await read(sue)).BadgeNumber).toBeNull()
    expect((await read(otto)).BadgeNumber).toBeNull()
    expect((await read(third.id)).BadgeNumber).toBe('bdg2')
    // Nobody has it, also not in secret.
    await change(sue, { BadgeNumber: 'own2' })
  })

  test('and the survivor goes without what a third took from the record of the other', async () => {
    const { sue, otto } = await merged({ BadgeNumber: 'own3' }, { BadgeNumber: 'bdg3' })
    const third = await create({ FirstName: 'Thea' })
    await change(third.id, { CardNumber: 'OWN3' })
    await undo(sue)
    expect((await read(sue)).BadgeNumber).toBeNull()
    expect((await read(otto)).BadgeNumber).toBe('bdg3')
  })

  test('numbers too, where the survivor got a new one since and keeps it', async () => {
    const { sue, otto } = await merged({ MembershipNumber: 'S-4' }, { MembershipNumber: 'O-4' })
    await change(sue, { MembershipNumber: 'N-4' })
    await undo(sue)
    expect((await read(sue)).MembershipNumber).toBe('N-4')
    expect((await read(otto)).MembershipNumber).toBe('O-4')
  })

  test('while the survivor keeps one of the other’s that they have in another field since', async () => {
    const { sue, otto } = await merged({ BadgeNumber: 'own5' }, { BadgeNumber: 'bdg5' })
    await change(sue, { BadgeNumber: 'new5', CardNumber: 'bdg5' })
    await undo(sue)
    expect(await read(sue)).toMatchObject({ BadgeNumber: 'new5', CardNumber: 'bdg5' })
    expect((await read(otto)).BadgeNumber).toBeNull()
  })
})
