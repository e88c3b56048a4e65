import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inOneTurn } from '#tests/turns.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  // More than are looked at in one piece, which is 2,000.
  await join('Passed', 4_500)
  await join('Rarely', 70)
})
afterAll(() => hub.close())

const join = (firstName: string, count: number) =>
  hub.owner.query(
    `insert into member (business_id, member_key, venue_no, first_name, last_name, membership_type, date_financial, home_contact)
     select 'harbourside', gen_random_uuid(), '1', $1, 'Inacrowd', 'Ordinary', '2090-06-30', '{"MobileNumber": "0491 570 156"}'
     from generate_series(1, $2)`,
    [firstName, count],
  )

test('few among many are looked for slice by slice, by whoever comes first, and each is invited once', async () => {
  const admin = hub.as(people.admin)
  const body = { PassConfigurationId: 'member-card', q: 'Rarely Inacrowd', ToInvite: 70 }
  const { body: run } = await admin(api.startPassInvitations, { params, body })
  const work = () =>
    hub.tasks.send_agreed_invitations!({ ...params, runId: run.RunId } as never, { isLast: false })
  await inOneTurn(() => Promise.all([work(), work()]))
  const { body: done } = await admin(api.getPassInvitations, { params: { ...params, runId: run.RunId } })
  expect(done).toMatchObject({ State: 'Done', Seen: 70, Invited: 70, Skipped: 0, Unreachable: 0 })
  const { rows } = await hub.owner.query(
    `select distinct m.member_id from pass p join member m using (business_id, member_id) where m.first_name = 'Rarely'`,
  )
  expect(rows).toHaveLength(70)
})
