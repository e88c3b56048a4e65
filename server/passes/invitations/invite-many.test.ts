import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, inviteToPass, newMember, passesOf } from '#tests/records/passes.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`insert into role values ('harbourside', 'Sender', '', '{Message.Send}')`)
  await hub.owner.query(`update business_user set role_name = 'Sender' where email = $1`, [sender])
})
afterAll(() => hub.close())

// Nothing but sending to many is granted to them.
const sender = people.finance
const PassConfigurationId = 'member-card'
const count = (search: object, who: string = sender) =>
  hub.as(who)(api.countPassInvitations, { params, query: { PassConfigurationId, ...search } })
const start = (search: object, ToInvite: number, who: string = sender) =>
  hub.as(who)(api.startPassInvitations, { params, body: { PassConfigurationId, ToInvite, ...search } })
const work = (runId: string) =>
  hub.tasks['send_agreed_invitations']!({ ...params, runId } as never, { isLast: false })
const read = (runId: string) => hub.as(sender)(api.getPassInvitations, { params: { ...params, runId } })

const uidOf = async (email: string) => {
  const { rows } = await hub.owner.query<{ uid: string }>(`select uid from business_user where email = $1`, [
    email,
  ])
  return rows[0]!.uid
}

let families = 0
/** Members who share a name: two to be invited, one who has the card, one who is not financial, one nobody reaches. */
async function family() {
  const LastName = `Many${++families}x`
  const all = [
    await newMember(hub, { LastName }),
    await newMember(hub, {
      LastName,
      HomeContactDetails: { EmailAddress: `${LastName}@example.org`, MobileNumber: null },
    }),
    await newMember(hub, { LastName }),
    await newMember(hub, { LastName, DateFinancial: '2020-01-01' }),
    await newMember(hub, { LastName, HomeContactDetails: null }),
  ]
  await inviteToPass(hub, all[2]!.memberId)
  return { q: LastName, all }
}

describe('invitations to all members of a search', () => {
  test('are counted, confirmed, sent once to each, and told in the end', async () => {
    const { q, all } = await family()
    const { body: counted } = await count({ q })
    expect(counted).toMatchObject({ Members: 5, ToInvite: 2, Skipped: 2, Unreachable: 1, Next: null })
    const { status, body: run } = await start({ q }, counted.ToInvite)
    expect(status).toBe(200)
    expect(run).toMatchObject({ State: 'Running', Total: 5, Seen: 0, DisplayName: 'Member Card' })
    await work(run.RunId)
    await work(run.RunId)
    const { body: done } = await read(run.RunId)
    expect(done).toMatchObject({ State: 'Done', Seen: 5, Invited: 2, Skipped: 2, Unreachable: 1 })
    const states = await Promise.all(all.map(async ({ memberId }) => (await passesOf(hub, memberId)).length))
    expect(states).toEqual([1, 1, 1, 0, 0])
    const { rows } = await hub.owner.query<{ channel: string; recipient: string }>(
      `select channel, recipient from outbox_message where recipient = any($1) order by id`,
      [[all[0]!.MobileNumber, `${q.toLowerCase()}@example.org`]],
    )
    expect(rows.map(({ channel }) => channel).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'email',
      'sms',
    ])
    expect((await count({ q })).body).toMatchObject({ Members: 5, ToInvite: 0, Skipped: 4, Unreachable: 1 })
    const trail = await hub.owner.query(`select title from audit_entry where record_id = $1 order by id`, [
      run.RunId,
    ])
    expect(trail.rows.map(({ title }) => title)).toEqual([
      'Send digital membership invitations to many members',
      'Finish sending digital membership invitations',
    ])
  })

  test('pass over whoever had one taken away', async () => {
    const { memberId, passId } = await heldPass(hub, PassConfigurationId, { LastName: 'Takenaway' })
    await hub.as(people.reception)(api.revokePass, {
      params: { ...params, memberId, invitationId: passId },
      body: { Reason: 'Lent' },
    })
    expect((await count({ q: 'Takenaway' })).body).toMatchObject({ ToInvite: 0, Skipped: 1 })
  })

  test('are not begun with more members than somebody agreed to, nor twice at a time', async () => {
    const { q } = await family()
    const more = await start({ q }, 1)
    expect(more.status).toBe(409)
    expect(more.error.ErrorMessage).toMatch(/^Meanwhile 2 members would be invited rather than 1\./)
    const { body: run } = await start({ q }, 2)
    const second = await start({ q }, 2)
    expect(second.error.ErrorCode).toBe('invitations_at_work')
    const stop = () => hub.as(sender)(api.stopPassInvitations, { params: { ...params, runId: run.RunId } })
    expect((await stop()).body.State).toBe('Stopped')
    expect((await stop()).error.ErrorCode).toBe('invitations_over')
    await work(run.RunId)
    expect((await read(run.RunId)).body).toMatchObject({ State: 'Stopped', Invited: 0 })
  })

  test('refuse a filter that makes no sense, and a design that is not there', async () => {
    expect((await count({ filter: 'Nonsense=1' })).status).toBe(400)
    expect((await count({ PassConfigurationId: 'golf-member' })).status).toBe(404)
  })

  test('go to members of the user’s venues alone, and are not for everybody to see', async () => {
    const { body: whole } = await count({ filter: 'Financial=true' }, people.admin)
    const uid = await uidOf(sender)
    await hub.as(people.admin)(api.setUserVenues, { params: { ...params, uid }, body: ['2'] })
    const { body: part } = await count({ filter: 'Financial=true' })
    expect(part.Members).toBeLessThan(whole.Members)
    expect(part.Members).toBeGreaterThan(0)
    await hub.as(people.admin)(api.setUserVenues, { params: { ...params, uid }, body: [] })
    const { body } = await hub.as(people.admin)(api.listPassInvitations, { params })
    expect(body.Results.length).toBeGreaterThan(1)
    expect((await hub.as(people.promotions)(api.listPassInvitations, { params })).status).toBe(403)
    expect(
      (
        await hub.as(people.otherAdmin)(api.getPassInvitations, {
          params: { businessId: 'valley-golf', runId: body.Results[0]!.RunId },
        })
      ).status,
    ).toBe(404)
  })

  test('go on after the server that sent them is gone', async () => {
    const { q } = await family()
    const { body: run } = await start({ q }, 2, people.admin)
    await hub.owner.query(
      `update pass_invitation_run set worked_at = now() - interval '5 minutes' where run_id = $1`,
      [run.RunId],
    )
    await hub.tasks['resume_pass_invitations']!({} as never, { isLast: false })
    const { rows } = await hub.owner.query(
      `select from graphile_worker.jobs where task_identifier = 'send_agreed_invitations' and key = $1`,
      [run.RunId],
    )
    expect(rows).toHaveLength(1)
    await work(run.RunId)
  })
})
