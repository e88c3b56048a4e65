import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/member-fields.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const read = async (memberId: string) =>
  (await hub.as(people.admin)(api.getMember, { params: { ...params, memberId } })).body.Results[0]!

test.each(['card', 'event_scan', 'request_session'])(
  'rows of %s follow a merge, and go back with it',
  async (table) => {
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
  },
)
