import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

type Fields = Partial<z.input<typeof MemberFields>>

const create = async (fields: Fields = {}, venueId = '1') => {
  const body = { FirstName: 'Jo', LastName: 'Double', MembershipType: 'Ordinary', ...fields }
  return (await admin(api.createMember, { params, query: { venueId }, body })).body.data
}
const of = (memberId: string) => ({ params: { ...params, memberId } })
const read = async (memberId: string) => (await admin(api.getMember, of(memberId))).body.Results[0]!
const note = (memberId: string, Text: string) => admin(api.addMemberNote, { ...of(memberId), body: { Text } })
const notesOf = async (memberId: string) =>
  (await admin(api.listMemberNotes, of(memberId))).body.Results.map(({ Text }) => Text)
const historyOf = async (memberId: string) =>
  (await admin(api.listMemberHistory, of(memberId))).body.Results.map(({ Title }) => Title)
const mergesOf = async (memberId: string) => (await admin(api.listMemberMerges, of(memberId))).body.Results

const merge = (survivor: Member, other: Member, fields: Fields = {}, caller = admin, key?: string) =>
  caller(api.mergeMembers, {
    ...of(survivor.id),
    ...(key && { headers: { 'idempotency-key': key } }),
    body: {
      OtherId: other.id,
      Revision: survivor.Revision,
      OtherRevision: other.Revision,
      Fields: { ...MemberFields.parse(survivor), ...fields },
    },
  })
const undo = async (survivor: Member, caller = admin) => {
  const [latest] = await mergesOf(survivor.id)
  return caller(api.undoMemberMerge, {
    params: { ...params, memberId: survivor.id, mergeId: latest!.MergeId },
  })
}

describe('a merge', () => {
  test('makes one of two: picked fields, number, notes and history follow, and the other is gone', async () => {
    const survivor = await create({ MembershipNumber: 'S-1', PreferredName: 'Joey' })
    const other = await create({ MembershipNumber: 'O-1', BirthDate: '1980-01-01', Occupation: 'Nurse' })
    await note(survivor.id, 'Own note')
    await note(other.id, 'Note of the other')
    const preview = await admin(api.previewMemberMerge, { ...of(survivor.id), query: { with: other.id } })
    expect(preview.body).toMatchObject({
      Survivor: { id: survivor.id },
      Other: { id: other.id },
      Follows: [
        { Label: 'Notes', Count: 1 },
        { Label: 'Changes in the history', Count: 1 },
      ],
    })

    const picked = { MembershipNumber: 'O-1', BirthDate: '1980-01-01', Occupation: 'Nurse' }
    const merged = await merge(survivor, other, picked)
    expect(merged.body).toMatchObject({
      ok: true,
      message: 'Members merged.',
      data: { ...picked, PreferredName: 'Joey' },
    })
    expect(await notesOf(survivor.id)).toEqual(['Note of the other', 'Own note'])
    expect(await historyOf(survivor.id)).toEqual([
      'Merge two members',
      'Merge two members',
      'Merge two members',
      'Create a member',
      'Create a member',
    ])
    expect((await hub.as(people.reception)(api.getMember, of(other.id))).status).toBe(404)
    expect(await mergesOf(survivor.id)).toMatchObject([
      { SurvivorId: survivor.id, OtherId: other.id, OtherName: 'Jo Double', CanUndo: true, UndoneAt: null },
    ])
  })

  test('is undone: both are as they were, but for what has happened since', async () => {
    const survivor = await create({
      MembershipNumber: 'S-2',
      HomeContactDetails: { EmailAddress: 's@undo.example' },
    })
    const other = await create({
      MembershipNumber: 'O-2',
      Occupation: 'Nurse',
      HomeContactDetails: { EmailAddress: 'o@undo.example', AcceptsEmailMarketing: true },
    })
    await note(other.id, 'Of the other')
    const { data: merged } = (
      await merge(survivor, other, {
        MembershipNumber: 'O-2',
        Occupation: 'Nurse',
        HomeContactDetails: { EmailAddress: 'o@undo.example', AcceptsEmailMarketing: true },
      })
    ).body
    await note(survivor.id, 'Since the merge')
    const later = { ...MemberFields.parse(merged), Occupation: 'Chef' }
    await admin(api.updateMember, { ...of(survivor.id), body: later })

    const undone = await undo(survivor)
    expect(undone.body).toMatchObject({
      message: 'Merge undone.',
      data: {
        MembershipNumber: 'S-2',
        Occupation: 'Chef',
        HomeContactDetails: { EmailAddress: 's@undo.example', AcceptsEmailMarketing: false },
      },
    })
    expect(await read(other.id)).toMatchObject({
      MembershipNumber: 'O-2',
      Occupation: 'Nurse',
      HomeContactDetails: { EmailAddress: 'o@undo.example' },
      Meta: { DateDeleted: null },
    })
    expect(await notesOf(survivor.id)).toEqual(['Since the merge'])
    expect(await notesOf(other.id)).toEqual(['Of the other'])
    expect(await undo(survivor)).toMatchObject({ status: 409, error: { ErrorCode: 'merge_undone' } })
  })

  test('can not be undone after 30 days, nor before a later one of the same member', async () => {
    const survivor = await create()
    const first = await create()
    const second = await create()
    await merge(survivor, first)
    const [early] = await mergesOf(survivor.id)
    await merge(await read(survivor.id), second)
    const undoFirst = () =>
      admin(api.undoMemberMerge, { params: { ...params, memberId: survivor.id, mergeId: early!.MergeId } })
    expect(await undoFirst()).toMatchObject({ status: 409, error: { ErrorCode: 'merge_covered' } })
    expect((await undo(survivor)).status).toBe(200)
    await hub.owner.query(`update member_merge set at = at - interval '31 days' where merge_id = $1`, [
      early!.MergeId,
    ])
    expect(await undoFirst()).toMatchObject({ status: 409, error: { ErrorCode: 'merge_too_old' } })
  })

  test('keeps the other from being restored by itself', async () => {
    const survivor = await create({ FirstName: 'Stay' })
    const other = await create()
    await merge(survivor, other)
    expect(await hub.as(people.superAdmin)(api.restoreMember, of(other.id))).toMatchObject({
      status: 409,
      error: {
        ErrorMessage: 'This member was merged into Stay Double: undo the merge on that page instead.',
      },
    })
  })

  test('is refused when one of the two has changed meanwhile, or is one and the same', async () => {
    const survivor = await create()
    const other = await create()
    await admin(api.updateMember, {
      ...of(other.id),
      body: { ...MemberFields.parse(other), Occupation: 'Chef' },
    })
    expect(await merge(survivor, other)).toMatchObject({
      status: 409,
      error: { ErrorCode: 'member_changed' },
    })
    expect(await merge(survivor, survivor)).toMatchObject({ status: 400 })
    const preview = { ...of(survivor.id), query: { with: survivor.id } }
    expect(await admin(api.previewMemberMerge, preview)).toMatchObject({
      status: 400,
      error: { ErrorMessage: 'A member can not be merged with themself.' },
    })
    expect((await read(other.id)).Meta.DateDeleted).toBeNull()
  })

  test('happens once for a request that is sent twice, and once for two crosswise at the same time', async () => {
    const [one, two] = [await create(), await create()]
    const answers = [
      await merge(one, two, {}, admin, 'merge-once'),
      await merge(one, two, {}, admin, 'merge-once'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await mergesOf(one.id)).toHaveLength(1)
    const [three, four] = [await create(), await create()]
    const crosswise = await Promise.all([merge(three, four), merge(four, three)])
    expect(crosswise.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('takes a number that neither has only if it is free', async () => {
    const [one, two] = [await create(), await create()]
    expect(await merge(one, two, { MembershipNumber: '10001' })).toMatchObject({
      status: 409,
      error: { ErrorCode: 'number_taken' },
    })
  })

  test('needs both members to be in the venues of a user confined to some', async () => {
    const promotions = await confinedAdmin(hub)
    const { body } = await promotions(api.listMemberVenues, { params })
    const own = body.data[0]!.Key
    const mine = await create({}, own)
    const alsoMine = await create({}, own)
    const notMine = await create({}, own === '1' ? '2' : '1')
    expect((await merge(mine, notMine, {}, promotions)).status).toBe(404)
    expect((await merge(notMine, mine, {}, promotions)).status).toBe(404)
    const preview = { ...of(mine.id), query: { with: notMine.id } }
    expect((await promotions(api.previewMemberMerge, preview)).status).toBe(404)
    expect((await merge(mine, alsoMine, {}, promotions)).status).toBe(200)
  })
})
