import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(missingRows)
})
afterAll(() => hub.close())

// What the demo has none of for a member to lose.
const missingRows = `
  with form as (select business_id, form_id from request_form where business_id = 'harbourside' limit 1),
    somebody as (select member_id from member where business_id = 'harbourside' and deleted_at is null limit 1),
    reminder as (insert into renewal_reminder
        (business_id, form_id, member_id, date_financial, days, channel, recipient)
      select business_id, form_id, member_id, '2031-06-30', 14, 'email', 'x@example.org' from form, somebody),
    photo as (insert into member_photo (business_id, member_id, image, taken_by)
      select 'harbourside', member_id, 'image', 'x' from somebody),
    visitor as (insert into visitor_entry (business_id, visit_id, kind, first_name, last_name, address, member_id,
        signed_in_at, day, device_name, actor_id, actor_name)
      select 'harbourside', 'visit', 'Guest', 'Gus', 'Guest', 'Balmain', member_id, now(), current_date, '', '', ''
      from somebody),
    sponsor as (insert into request_sponsor (business_id, session_id, role, named_number, named_last_name, member_id)
      select s.business_id, s.session_id, 'Proposer', '', '', m.member_id from somebody m
      cross join (select business_id, session_id from request_session where business_id = 'harbourside' limit 1) s)
  insert into renewal_opt_out (business_id, member_id) select 'harbourside', member_id from somebody`

const following = [
  'card',
  'card_order',
  'event_scan',
  'member_note',
  'member_photo',
  'pass',
  'renewal_opt_out',
  'renewal_reminder',
  'request_session',
  'request_sponsor',
  'visitor_entry',
]
const staying = {
  contact_change: 'it tells how that one record was reached',
  member_change: 'the survivor’s history tells that of the other, too',
  member_merge: 'it tells of the merge itself',
  member_override: 'what was set by hand for the other is settled with the fields',
  renewal_link: 'it was sent to the contacts of the other, and ends',
}

test('whatever belongs to a member follows, or has a reason to stay', async () => {
  const { rows } = await hub.owner.query<{ name: string }>(`
    select distinct conrelid::regclass::text as name from pg_constraint
    where confrelid = 'member'::regclass and contype = 'f' and conparentid = 0 order by 1`)
  expect(rows.map(({ name }) => name)).toEqual([...following, ...Object.keys(staying)].toSorted())
})

const read = async (memberId: string) =>
  (await hub.as(people.admin)(api.getMember, { params: { ...params, memberId } })).body.Results[0]!

test.each(following)('rows of %s follow a merge, and go back with it', async (table) => {
  const owners = async () => {
    const { rows } = await hub.owner.query<{ id: string; count: number }>(`
      select m.member_id as id, count(*)::int as count from ${table} t
      join member m on m.business_id = t.business_id and m.member_id = t.member_id
      where m.business_id = 'harbourside' and m.deleted_at is null group by m.member_id order by m.member_id`)
    return rows
  }
  const before = await owners()
  const admin = hub.as(people.admin)
  const fresh = await admin(api.createMember, {
    params,
    query: { venueId: '1' },
    body: { FirstName: 'Survivor', LastName: table, MembershipType: 'Ordinary' },
  })
  const survivor = fresh.body.data
  const other = await read(before[0]!.id)
  const merged = await admin(api.mergeMembers, {
    params: { ...params, memberId: survivor.id },
    body: {
      OtherId: other.id,
      Revision: survivor.Revision,
      OtherRevision: other.Revision,
      Fields: MemberFields.parse(survivor),
    },
  })
  expect(merged.status).toBe(200)
  expect((await owners()).find(({ id }) => id === survivor.id)?.count).toBe(before[0]!.count)

  const memberParams = { ...params, memberId: survivor.id }
  const [merge] = (await admin(api.listMemberMerges, { params: memberParams })).body.Results
  const undone = await admin(api.undoMemberMerge, { params: { ...memberParams, mergeId: merge!.MergeId } })
  expect(undone.status).toBe(200)
  expect(await owners()).toEqual(before)
})
