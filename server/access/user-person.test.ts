import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { nameInOneLine } from '#contract/words/one-line.ts'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { readOutbox } from '#tests/records/outbox.ts'

let hub: TestHub
let admin: Caller
beforeEach(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterEach(() => hub.close())

const params = { businessId: 'harbourside' }
const userOf = async (q: string) =>
  (await hub.as(people.superAdmin)(api.listUsers, { params, query: { q } })).body.Results[0]!
const update = async (email: string, changes: { Username?: string; DisplayName?: string }, by = admin) => {
  const { Uid: uid, Email: Username, DisplayName, Revisions } = await userOf(email)
  return by(api.updateUser, {
    params: { ...params, uid },
    query: { revision: Revisions.Person },
    body: { Username, DisplayName, ...changes },
  })
}
const mailsTo = async (email: string) => (await readOutbox(hub.owner, hub.secret, email)).toReversed()
const invite = (email: string) =>
  admin(api.createUser, { params, body: { Username: email, DisplayName: 'Nora New' } })
const ticketTo = async (email: string) => /ticket=([\w-]+)/.exec((await mailsTo(email)).at(-1)!.body)![1]!
const lastAudit = async () =>
  (await hub.owner.query(`select * from audit_entry order by at desc, id desc limit 1`)).rows[0]

describe('another e-mail address', () => {
  const moved = 'robin@harbourside.example'

  test('is told to the former one, and ends neither sessions nor the password', async () => {
    const robin = hub.as(people.reception)
    expect((await robin(api.getMe)).status).toBe(200)
    expect((await update(people.reception, { Username: 'Robin@Harbourside.Example' })).body).toMatchObject({
      Email: moved,
      SignsInWith: 'Password',
    })
    expect((await robin(api.getMe)).body.Email).toBe(moved)
    const [notice, ...more] = (await mailsTo(people.reception)).filter(({ state }) => state === 'Queued')
    expect(notice).toMatchObject({ kind: 'address changed', businessId: 'harbourside' })
    expect(notice!.body).toContain(
      'Alex Admin has changed the e-mail address of your account at Harbourside Leagues Club.',
    )
    expect(notice!.body).not.toContain(moved)
    expect([more, await mailsTo(moved)]).toEqual([[], []])
    const signIn = (email: string) => hub.as(null)(api.signIn, { body: { email, password: 'demo-password' } })
    expect((await signIn(moved)).status).toBe(200)
    expect((await signIn(people.reception)).status).toBe(404)
  })

  test('is on record, with the name', async () => {
    await update(people.reception, { Username: moved, DisplayName: 'Robin Red' })
    expect(await lastAudit()).toMatchObject({
      title: "Change a user's name or e-mail address",
      actor_name: 'Alex Admin',
      record_name: moved,
      before: { Email: people.reception, Name: 'Robin Reception' },
      after: { Email: moved, Name: 'Robin Red' },
    })
  })

  test('takes the power from links that went to the former one', async () => {
    await hub.as(null)(api.requestReset, { body: { email: people.reception } })
    const ticket = await ticketTo(people.reception)
    await update(people.reception, { Username: moved })
    expect((await hub.as(null)(api.describeTicket, { body: { ticket } })).status).toBe(400)
  })

  test('of somebody who is invited is where they are invited anew', async () => {
    await invite('typo@harbourside.example')
    const former = await ticketTo('typo@harbourside.example')
    await update('typo@', { Username: 'right@harbourside.example' })
    expect(await mailsTo('typo@harbourside.example')).toHaveLength(1)
    const ticket = await ticketTo('right@harbourside.example')
    const open = (link: string) => hub.as(null)(api.describeTicket, { body: { ticket: link } })
    expect((await open(former)).status).toBe(400)
    expect((await open(ticket)).body.email).toBe('right@harbourside.example')
  })

  test.each([people.door, people.otherAdmin, people.superAdmin])(
    'that %s has is refused in the same words, wherever that is',
    async (Username) => {
      expect(await update(people.reception, { Username })).toMatchObject({
        status: 409,
        error: { ErrorCode: 'email_taken', ErrorMessage: 'This e-mail address is already in use.' },
      })
    },
  )

  test('is not given to oneself here, a name is', async () => {
    expect(await update(people.admin, { Username: 'me@harbourside.example' })).toMatchObject({
      status: 409,
      error: { ErrorCode: 'own_account' },
    })
    expect((await update(people.admin, { DisplayName: 'Alex A.' })).status).toBe(200)
  })

  test('is not given to whom may more: their mail brings the way to a new password', async () => {
    await hub.owner.query(
      `insert into role (business_id, name, permissions) values ('harbourside', 'Clerk', '{User.Management}');
       update business_user set role_name = 'Clerk' where email = '${people.door}'`,
    )
    const clerk = hub.as(people.door)
    expect(await update(people.admin, { Username: 'mine@evil.example' }, clerk)).toMatchObject({
      status: 403,
      error: { ErrorMessage: expect.stringContaining('may do more than you') },
    })
    expect((await update(people.admin, { DisplayName: 'Alexandra' }, clerk)).status).toBe(200)
    // All that they may, in venues they are kept out of.
    await hub.owner.query(`update business_user set role_name = 'Clerk' where email = '${people.finance}'`)
    await hub.owner.query(`update business_user set venue_nos = '{1}' where email = '${people.door}'`)
    await clerk(api.getMe)
    await admin(api.setUserVenues, {
      params: { ...params, uid: (await userOf(people.door)).Uid },
      body: ['2'],
    })
    expect((await update(people.finance, { Username: 'mine@evil.example' }, clerk)).status).toBe(403)
  })
})

describe('the sign-out after 8 hours', () => {
  const hour = 60 * 60 * 1000
  const set = async (email: string, Value: boolean) =>
    admin(api.setUserAutoLogOut, { params: { ...params, uid: (await userOf(email)).Uid }, body: { Value } })

  /** When all of somebody's sessions began. */
  const nineHoursAgo = (email: string) =>
    hub.owner.query(
      `update identity.session set auth_time = $1 where uid = (select uid from business_user where email = $2)`,
      [new Date(Date.now() - 9 * hour), email],
    )

  test('is a switch of the user: at once, and on record', async () => {
    const door = hub.as(people.door)
    await door(api.getMe)
    expect((await set(people.door, false)).status).toBe(204)
    await nineHoursAgo(people.door)
    expect((await door(api.getMe)).status).toBe(200)
    expect((await userOf(people.door)).AutoLogOut).toBe(false)
    expect(await lastAudit()).toMatchObject({
      before: { 'Signed out after 8 hours': true },
      after: { 'Signed out after 8 hours': false },
    })
    expect((await set(people.door, true)).status).toBe(204)
    expect((await door(api.getMe)).status).toBe(401)
  })

  test('that is switched off leaves ended what has ended', async () => {
    const [left, used] = [newBrowser(hub.app), newBrowser(hub.app)]
    await left.signIn(people.reception, demoPassword)
    await nineHoursAgo(people.reception)
    await used.signIn(people.reception, demoPassword)
    expect((await set(people.reception, false)).status).toBe(204)
    expect((await left.post('token')).status).toBe(401)
    expect((await used.post('token')).status).toBe(200)
  })
})

test('a name stays in its line: in no letter does it pass for ours', async () => {
  const long = 'Nora\n\nYour card was blocked: https://evil.example\n\nNew'
  const refused = await admin(api.createUser, {
    params,
    body: { Username: 'nora@club.example', DisplayName: long },
  })
  expect(refused.error.Errors).toEqual({ DisplayName: nameInOneLine })
  expect((await update(people.door, { DisplayName: long })).status).toBe(400)
  const own = hub.as(people.reception)
  expect((await own(api.setMyName, { body: { DisplayName: long } })).status).toBe(400)

  // One from before they had to.
  await hub.owner.query(`update identity.account set display_name = $2 where email = $1`, [
    people.reception,
    long,
  ])
  await own(api.changeMyEmail, { body: { NewEmail: 'new@club.example', Password: demoPassword } })
  for (const to of ['new@club.example', people.reception]) {
    const [{ body } = { body: '' }] = (await mailsTo(to)).slice(-1)
    expect(body.split('\n')[0]).toContain('https://evil.example New,')
  }
})
