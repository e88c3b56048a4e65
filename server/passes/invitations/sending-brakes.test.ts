import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { mostUnderWay, sendingWords } from '#contract/messaging/mass-sending.ts'
import { passRunWords, skipReasons } from '#contract/passes/pass-invitations.ts'
import { readConfiguration } from '#server/passes/designs'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { limitRole } from '#tests/limits.ts'
import { inviteToPass, newMember } from '#tests/records/passes.ts'
import { countRun } from './run-count.ts'

const params = { businessId: 'harbourside' }
const PassConfigurationId = 'member-card'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const admin = () => hub.as(people.admin)
const start = (body: object, who: string = people.admin) =>
  hub.as(who)(api.startPassInvitations, {
    params,
    body: { PassConfigurationId, ToInvite: 1, ...body },
  })
const work = (runId: string) =>
  hub.tasks['send_agreed_invitations']!({ ...params, runId } as never, { isLast: false })
const on = (runId: string) => ({ params: { ...params, runId } })
const recipients = async (runId: string, query: object = {}) =>
  (await admin()(api.listPassInvitationRecipients, { ...on(runId), query })).body.Results
const settle = (state: string) =>
  hub.owner.query(`update outbox_message set state = $1, tries = 1 where state = 'Queued'`, [state])

/** Copies of a member, each with a mobile number, for what takes many of them: among those who are looked at first. */
async function crowd(LastName: string, count: number) {
  const { memberId } = await newMember(hub, { LastName })
  await hub.owner.query(
    `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type, date_financial, home_contact)
     select business_id, '0' || substr(gen_random_uuid()::text, 2), gen_random_uuid()::text, venue_no, first_name, last_name, membership_type, date_financial, home_contact
     from member, generate_series(2, $2) where member_id = $1`,
    [memberId, count],
  )
}

describe('before it is sent', () => {
  test('it is shown as it will arrive, with the values of somebody who would get it', async () => {
    await newMember(hub, { FirstName: 'Perdita', LastName: 'Previewed' })
    const { body } = await admin()(api.previewPassInvitation, {
      params,
      query: { PassConfigurationId, q: 'Previewed' },
    })
    expect(body.Name).toBe('Perdita Previewed')
    expect(body.Sms.Text).toMatch(/\/claim\/p-samplex+/)
    expect(body.Sms.Parts).toBeGreaterThan(0)
    expect(body.Email.Subject).toContain('digital membership card')
    expect(body.Email.Html).toContain('Hello Perdita')
  })

  test('those who may not read members see made-up values', async () => {
    await hub.owner.query(`insert into role values ('harbourside', 'Sender', '', '{Message.Send}')`)
    await hub.owner.query(`update business_user set role_name = 'Sender' where email = $1`, [people.finance])
    const { body } = await hub.as(people.finance)(api.previewPassInvitation, {
      params,
      query: { PassConfigurationId, q: 'Previewed' },
    })
    expect(body.Name).toBeNull()
    expect(body.Email.Text).not.toContain('Perdita')
  })

  test('it is tried out on oneself, so many times an hour', async () => {
    const tryOut = (MobileNumber?: string) =>
      admin()(api.tryPassInvitation, { params, body: { PassConfigurationId, q: 'Previewed', MobileNumber } })
    const { body, status } = await tryOut('0491 570 156')
    expect(status).toBe(200)
    expect(body.SentTo).toEqual([people.admin, '+61491570156'])
    const { rows } = await hub.owner.query<{ subject: string | null; body: string }>(
      `select subject, body from outbox_message where recipient = any($1) order by id desc limit 2`,
      [body.SentTo],
    )
    expect(rows.map(({ subject }) => subject?.slice(0, 5))).toEqual([undefined, 'Test:'])
    expect(rows[0]!.body).toContain('/claim/p-sample')
    expect((await tryOut('12')).error.Errors?.['MobileNumber']).toBe(passRunWords.tryNeedsMobile)
    const answers = []
    for (let each = 0; each < 20; each++) answers.push((await tryOut()).status)
    expect(answers.at(-2)).toBe(200)
    expect(answers.at(-1)).toBe(429)
  })

  test('a role may write to so many at once, and super administrators to any number', async () => {
    await newMember(hub, { LastName: 'Limitedone' })
    await newMember(hub, { LastName: 'Limitedone' })
    await limitRole(hub, 'Admin', { SendingPerAct: 1 })
    const refused = await start({ q: 'Limitedone', ToInvite: 2 })
    expect(refused.status).toBe(403)
    expect(refused.error).toMatchObject({
      ErrorCode: 'above_sending_limit',
      ErrorMessage: sendingWords.aboveRole({ most: 1, before: 0, count: 2 }),
    })
    const { body: run } = await start({ q: 'Limitedone', ToInvite: 2 }, people.superAdmin)
    await admin()(api.pausePassInvitations, on(run.RunId))
    // What they may not start they may not have go on, either.
    expect((await admin()(api.continuePassInvitations, on(run.RunId))).status).toBe(403)
    await limitRole(hub, 'Admin', {})
    expect((await admin()(api.stopPassInvitations, on(run.RunId))).body.State).toBe('Stopped')
  })

  test('and piece by piece to no more, which is told before', async () => {
    for (const each of ['One', 'Two', 'Three']) await newMember(hub, { LastName: `Pieceby${each}` })
    const sender = people.finance
    await hub.owner.query(`insert into role values ('harbourside', 'Piecer', '', '{Message.Send}')`)
    await hub.owner.query(`update business_user set role_name = 'Piecer' where email = $1`, [sender])
    await limitRole(hub, 'Piecer', { SendingPerAct: 2 })
    const room = async () => {
      const query = { PassConfigurationId, q: 'Pieceby' }
      const { body } = await hub.as(sender)(api.countPassInvitations, { params, query })
      return [body.ToInvite, body.MostAtOnce, body.SentOfLate]
    }
    expect(await room()).toEqual([3, 2, 0])
    for (const each of ['One', 'Two']) {
      const { body: run } = await start({ q: `Pieceby${each}` }, sender)
      await work(run.RunId)
    }
    expect(await room()).toEqual([1, 2, 2])
    const refused = await start({ q: 'PiecebyThree' }, sender)
    expect(refused.status).toBe(403)
    expect(refused.error.ErrorMessage).toBe(sendingWords.aboveRole({ most: 2, before: 2, count: 1 }))
    // Nothing is left of the attempt, and others have limits of their own.
    const { body: run } = await start({ q: 'PiecebyThree' })
    await admin()(api.stopPassInvitations, on(run.RunId))
    await hub.owner.query(`update pass_invitation_run set created_at = now() - interval '25 hours'`)
    expect((await room()).at(-1)).toBe(0)
  })

  test('a number larger than any is refused', async () => {
    const body = { q: 'Limitedone', ToInvite: 3_000_000_000, ConfirmCount: 3_000_000_000 }
    expect((await start(body)).status).toBe(400)
  })

  test('a large number has to be typed', async () => {
    await crowd('Typedcrowd', 1)
    const sentence = sendingWords.typeIt(501)
    for (const ConfirmCount of [undefined, 500]) {
      const { status, error } = await start({ q: 'Typedcrowd', ToInvite: 501, ConfirmCount })
      expect(status).toBe(400)
      expect(error.Errors).toEqual({ ConfirmCount: sentence })
    }
    const { body: run } = await start({ q: 'Typedcrowd', ToInvite: 501, ConfirmCount: 501 })
    expect(run).toMatchObject({ State: 'Running', ToInvite: 501 })
    await admin()(api.stopPassInvitations, on(run.RunId))
  })
})

test('very many are counted part by part, and the parts add up to all', async () => {
  const db = hub.database.forTenant(params.businessId)
  const design = await readConfiguration(db, PassConfigurationId)
  const { body: whole } = await admin()(api.countPassInvitations, { params, query: { PassConfigurationId } })
  expect(whole).toMatchObject({ Next: null, Of: null })
  const sum = { Members: 0, ToInvite: 0, Skipped: 0, Unreachable: 0, Walked: 0 }
  let after: string | undefined
  let of: number | null = null
  do {
    const part = await countRun(db, { venues: null }, design, {}, { after, forMs: 0, size: 400 })
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += part[name]
    of ??= part.Of
    after = part.Next ?? undefined
  } while (after !== undefined)
  expect(whole).toMatchObject(sum)
  // How many there are is known before about, by how far the first part has come.
  expect(of! / sum.Walked).toBeGreaterThan(0.7)
  expect(of! / sum.Walked).toBeLessThan(1.4)
  // Where a client asks for the rest, it gets no more than that.
  const rest = await admin()(api.countPassInvitations, {
    params,
    query: { PassConfigurationId, after: 'zzzz' },
  })
  expect(rest.body).toMatchObject({ Members: 0, Next: null })
})

describe('while it is sent', () => {
  test('it doesn’t run ahead of what goes out, is paused, goes on, and writes to nobody twice', async () => {
    await crowd('Brakecrowd', 130)
    const { body: run } = await start({ q: 'Brakecrowd', ToInvite: 130 })
    await work(run.RunId)
    const read = async () => (await admin()(api.getPassInvitations, on(run.RunId))).body
    expect(await read()).toMatchObject({ State: 'Running', Invited: mostUnderWay })
    // It comes again by itself, once.
    const { rows } = await hub.owner.query(
      `select from graphile_worker.jobs where key = $1 and run_at > now()`,
      [run.RunId],
    )
    expect(rows).toHaveLength(1)

    expect((await admin()(api.pausePassInvitations, on(run.RunId))).body.State).toBe('Paused')
    expect((await admin()(api.pausePassInvitations, on(run.RunId))).error.ErrorCode).toBe('invitations_over')
    await settle('Sent')
    await work(run.RunId)
    expect(await read()).toMatchObject({ State: 'Paused', Invited: mostUnderWay })
    expect((await start({ q: 'Brakecrowd', ToInvite: 30 })).error.ErrorCode).toBe('invitations_at_work')

    await admin()(api.continuePassInvitations, on(run.RunId))
    // Two servers at once.
    await Promise.all([work(run.RunId), work(run.RunId)])
    expect(await read()).toMatchObject({ State: 'Done', Invited: 130, Seen: 130 })
    const messages = await hub.owner.query<{ count: number }>(
      `select count(distinct message_id)::int as count from pass_invitation_recipient where run_id = $1`,
      [run.RunId],
    )
    expect(messages.rows[0]!.count).toBe(130)
  })

  test('a piece that breaks off is as if it had not been begun, and is done once', async () => {
    await crowd('Killedcrowd', 60)
    await settle('Sent')
    const { body: run } = await start({ q: 'Killedcrowd', ToInvite: 60 })
    // The second piece dies after its messages were written.
    await hub.owner.query(`
      create function die() returns trigger language plpgsql as $$ begin
        if (select invited from pass_invitation_run where run_id = new.run_id) = 50 then raise exception 'killed'; end if;
        return new;
      end $$;
      create trigger die before insert on pass_invitation_recipient for each row execute function die()`)
    await expect(work(run.RunId)).rejects.toThrow('killed')
    await hub.owner.query('drop trigger die on pass_invitation_recipient')
    expect((await admin()(api.getPassInvitations, on(run.RunId))).body.Invited).toBe(50)
    await work(run.RunId)
    expect((await admin()(api.getPassInvitations, on(run.RunId))).body).toMatchObject({
      State: 'Done',
      Invited: 60,
    })
    const { rows } = await hub.owner.query<{ count: number }>(
      `select count(*)::int as count from outbox_message o
       join pass_invitation_recipient r on r.message_id = o.id where r.run_id = $1`,
      [run.RunId],
    )
    expect(rows[0]!.count).toBe(60)
  })

  test('no more are written to than somebody agreed to, whoever joins meanwhile', async () => {
    await settle('Sent')
    await newMember(hub, { LastName: 'Agreedcrowd' })
    const { body: run } = await start({ q: 'Agreedcrowd', ToInvite: 1 })
    await newMember(hub, { LastName: 'Agreedcrowd' })
    await work(run.RunId)
    const all = await recipients(run.RunId)
    expect(all.map(({ State }) => State).toSorted()).toEqual(['Queued', 'Skipped'])
    expect(all.find(({ State }) => State === 'Skipped')?.Reason).toBe(skipReasons.Beyond)
  })
})

test('what became of each is told, page by page, by state, and as a file', async () => {
  await settle('Sent')
  const LastName = 'Becamecrowd'
  const [failed, has] = [await newMember(hub, { LastName }), await newMember(hub, { LastName })]
  await newMember(hub, { LastName, DateFinancial: '2020-01-01' })
  await newMember(hub, { LastName, HomeContactDetails: null })
  await inviteToPass(hub, has.memberId)
  const { body: run } = await start({ q: LastName })
  await work(run.RunId)
  await hub.owner.query(
    `update outbox_message set state = 'Failed', last_error = 'No such number' where id =
       (select message_id from pass_invitation_recipient where run_id = $1 and member_id = $2)`,
    [run.RunId, failed.memberId],
  )
  const all = await recipients(run.RunId)
  expect(all.map(({ State }) => State).toSorted()).toEqual(['Failed', 'Skipped', 'Skipped', 'Unreachable'])
  expect(await recipients(run.RunId, { state: 'Failed' })).toEqual([
    expect.objectContaining({
      MemberId: failed.memberId,
      Name: `Pat ${LastName}`,
      Reason: 'No such number',
      Channel: 'sms',
      To: expect.stringMatching(/^04•• ••• •\d\d$/),
    }),
  ])
  const skipped = await recipients(run.RunId, { state: 'Skipped' })
  expect(new Set(skipped.map(({ Reason }) => Reason))).toEqual(
    new Set([skipReasons.HasCard, skipReasons.NotFinancial]),
  )
  const first = await admin()(api.listPassInvitationRecipients, { ...on(run.RunId), query: { limit: 1 } })
  expect(first.body._links.next).toBeDefined()
  await hub.owner.query(
    `update outbox_message set sent_at = '2026-07-01T20:30:15Z' where id =
       (select message_id from pass_invitation_recipient where run_id = $1 and member_id = $2)`,
    [run.RunId, failed.memberId],
  )
  const { body: csv } = await admin()(api.exportPassInvitationRecipients, { ...on(run.RunId), query: {} })
  expect(String(csv).trim().split('\r\n')).toHaveLength(5)
  expect(String(csv)).toContain('No such number')
  expect(String(csv)).toContain(',Sent (Australia/Sydney)\r\n')
  expect(String(csv)).toContain(',2026-07-02 06:30:15\r\n')
  // Who may send, and read no members, is told of nobody's name.
  const nameless = await hub.as(people.finance)(api.listPassInvitationRecipients, on(run.RunId))
  expect(nameless.body.Results.map(({ Name, MembershipNumber }) => Name ?? MembershipNumber)).toEqual(
    all.map(() => null),
  )
  // Nobody else's business.
  const stranger = await hub.as(people.otherAdmin)(api.listPassInvitationRecipients, {
    params: { businessId: 'valley-golf', runId: run.RunId },
  })
  expect(stranger.status).toBe(404)
})
