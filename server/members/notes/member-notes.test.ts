import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let reception: Caller
let door: Caller
let params: { businessId: string; memberId: string }
beforeAll(async () => {
  hub = await startTestHub()
  reception = hub.as(people.reception)
  door = hub.as(people.door)
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = 'harbourside' and membership_number = '10050'`,
  )
  params = { businessId: 'harbourside', memberId: rows[0]!.id }
})
afterAll(() => hub.close())

const write = async (Text: string, IsPinned = false, caller = reception) =>
  (await caller(api.addMemberNote, { params, body: { Text, IsPinned } })).body
const texts = async (query = {}, caller = reception) =>
  (await caller(api.listMemberNotes, { params, query })).body.Results.map(({ Text }) => Text)
const remove = (noteId: string, caller: Caller) =>
  caller(api.deleteMemberNote, { params: { ...params, noteId } })
const lastAudit = async () =>
  (
    await hub.owner.query(
      `select record_kind, record_name, before, after from audit_entry order by id desc limit 1`,
    )
  ).rows[0] as { record_name: string }

describe('notes on a member', () => {
  test('stand with pinned ones first, then newest first, page by page', async () => {
    const first = await write('first')
    await write('second')
    await write('third', true)
    expect(first).toMatchObject({
      Text: 'first',
      IsPinned: false,
      ActorName: 'Robin Reception',
      CanDelete: true,
    })
    expect(await texts()).toEqual(['third', 'second', 'first'])
    const pinned = await reception(api.pinMemberNote, {
      params: { ...params, noteId: first.NoteId },
      body: { IsPinned: true },
    })
    expect(pinned.body).toEqual({ ...first, IsPinned: true })
    expect(await texts()).toEqual(['third', 'first', 'second'])

    const page = await reception(api.listMemberNotes, { params, query: { limit: 2 } })
    const continuationToken = new URL(page.body._links.next!.href).searchParams.get('continuationToken')!
    expect(await texts({ limit: 2, continuationToken })).toEqual(['second'])
  })

  test('are recorded in the audit trail', async () => {
    await write('to be recorded')
    const entry = await lastAudit()
    expect(entry).toMatchObject({
      record_kind: 'Note',
      before: null,
      after: { Text: 'to be recorded', Pinned: false },
    })
    expect(entry.record_name).toMatch(/^on \w/)
  })

  test.each([
    ['', 'Write something.'],
    ['   ', 'Write something.'],
    ['x'.repeat(2001), 'A note can have 2,000 characters at the most.'],
  ])('that say "%.5s" are refused', async (Text, sentence) => {
    const answer = await reception(api.addMemberNote, { params, body: { Text } })
    expect(answer).toMatchObject({ status: 400, error: { Errors: { Text: sentence } } })
  })

  test('are deleted by who wrote them, and by those who edit members', async () => {
    const { NoteId } = await write('mine')
    expect(await remove(NoteId, door)).toMatchObject({
      status: 403,
      error: { ErrorMessage: 'Only who wrote a note, or who edits members, can delete it.' },
    })
    expect((await remove(NoteId, reception)).status).toBe(204)
    expect(await lastAudit()).toMatchObject({ before: { Text: 'mine' }, after: null })
    for (const email of [people.reception, people.admin, people.superAdmin]) {
      const other = await write('not mine', false, door)
      expect((await remove(other.NoteId, hub.as(email))).status).toBe(204)
    }
    expect((await remove(NoteId, reception)).status).toBe(404)
  })

  test('say to each reader what that one may delete', async () => {
    await write('by the desk')
    const seen = async (caller: Caller) =>
      (await caller(api.listMemberNotes, { params })).body.Results.find(({ Text }) => Text === 'by the desk')
    expect(await seen(reception)).toMatchObject({ CanDelete: true })
    expect(await seen(door)).toMatchObject({ CanDelete: false })
    expect(await seen(hub.as(people.admin))).toMatchObject({ CanDelete: true })
  })

  test('of another member are not found', async () => {
    const { NoteId } = await write('here')
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and membership_number = '10051'`,
    )
    const elsewhere = { ...params, memberId: rows[0]!.id, noteId: NoteId }
    expect((await reception(api.deleteMemberNote, { params: elsewhere })).status).toBe(404)
    const pin = await reception(api.pinMemberNote, { params: elsewhere, body: { IsPinned: true } })
    expect(pin.status).toBe(404)
  })
})
