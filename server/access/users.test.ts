import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { User } from '#contract/access/users.ts'
import { messages } from '#contract/messages.ts'
import { demoAccounts } from '#server/demo/access'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { readOutbox } from '#tests/records/outbox.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const params = { businessId: 'harbourside' }
const list = async (query: Parameters<typeof admin<typeof api.listUsers>>[1] = {}) =>
  (await admin(api.listUsers, { params, ...query })).body
const named = async (q: string): Promise<User> => (await list({ query: { q } })).Results[0]!
const create = (email: string, name = 'Nora New') =>
  admin(api.createUser, { params, body: { Username: email, DisplayName: name } })
const mailsTo = async (email: string) => (await readOutbox(hub.owner, hub.secret, email)).toReversed()
const auditOf = async (email: string) =>
  (
    await hub.owner.query(`select * from audit_entry where record_kind = 'User' and record_name = $1`, [
      email,
    ])
  ).rows

describe('the list of users', () => {
  test('shows the users of the business alone, by e-mail', async () => {
    const emails = (await list()).Results.map((user) => user.Email)
    const theirs = demoAccounts.filter(({ businessId }) => businessId === 'harbourside')
    expect(emails).toEqual(theirs.map(({ email }) => email).toSorted())
  })

  test('says role, venues, state and last sign-in of each', async () => {
    await hub.tokenOf(people.promotions)
    expect(await named(people.promotions)).toEqual({
      Uid: expect.any(String),
      Email: people.promotions,
      DisplayName: 'Pat Promotions',
      CustomClaims: { cherryPayRole: 'Promotions', cherryPayAuthorisedVenues: '2' },
      IsDisabled: false,
      IsInvited: false,
      LastSignIn: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      HasSecondFactor: false,
      SignsInWith: 'Password',
      Invitation: null,
      AutoLogOut: true,
      Revisions: { Role: expect.any(String), Venues: expect.any(String), Person: expect.any(String) },
    })
    expect(await named(people.disabled)).toMatchObject({ IsDisabled: true, LastSignIn: null })
  })

  test.each([
    ['FRAN', [people.finance]],
    ['door@harbour', [people.door]],
    [' reception ', [people.reception]],
    ['valley', []],
    ['%', []],
  ])('searched for "%s" finds %j', async (q, emails) => {
    expect((await list({ query: { q } })).Results.map((user) => user.Email)).toEqual(emails)
  })

  test('goes on from page to page by its own link, search and all', async () => {
    const seen: string[] = []
    let page = await list({ query: { limit: 2, q: 'harbourside.example' } })
    for (;;) {
      seen.push(...page.Results.map((user) => user.Email))
      const href = page._links.next?.href
      if (!href) break
      page = await list({ query: Object.fromEntries(new URL(href).searchParams) })
    }
    expect(seen).toHaveLength(6)
    expect(seen).toEqual(seen.toSorted())
  })
})

describe('a new user', () => {
  test('has no role, every venue, and an invitation', async () => {
    const { status, body } = await create('Nora.New@Harbourside.Example')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      Email: 'nora.new@harbourside.example',
      CustomClaims: { cherryPayRole: null, cherryPayAuthorisedVenues: '' },
      IsInvited: true,
    })
    expect(await named('nora.new')).toEqual(body)
    const [mail, ...more] = await mailsTo('nora.new@harbourside.example')
    expect(mail).toMatchObject({ kind: 'invitation', businessId: 'harbourside' })
    expect(more).toEqual([])
    expect(await auditOf('nora.new@harbourside.example')).toMatchObject([
      { title: 'Create a user', actor_name: 'Alex Admin', after: { Name: 'Nora New' } },
    ])
  })

  test('can begin with a role and venues: then they are invited once, as what they are', async () => {
    const Username = 'door2@harbourside.example'
    const body = { Username, DisplayName: 'Dee Door', Role: 'Door', Venues: ['2', '2'] }
    const { status, body: made } = await admin(api.createUser, { params, body })
    expect(status).toBe(200)
    expect(made.CustomClaims).toEqual({ cherryPayRole: 'Door', cherryPayAuthorisedVenues: '2' })
    expect(await mailsTo(Username)).toHaveLength(1)
    expect((await mailsTo(Username))[0]!.body).toContain('Your role is Door.')
    expect(await auditOf(Username)).toMatchObject([
      { after: { Name: 'Dee Door', Role: 'Door', Venues: 'Harbourside Sports Bar' } },
    ])
  })

  test.each([
    [{ Role: 'Caddie' }, 400, 'There is no role Caddie in this business.'],
    [{ Role: 'Door', Venues: ['99'] }, 400, 'There is no venue 99 in this business.'],
    [{ Venues: ['3'] }, 400, 'There is no venue 3 in this business.'],
  ])('with %j is refused, and not made', async (place, status, sentence) => {
    const body = { Username: 'nowhere@harbourside.example', DisplayName: 'Nowhere', ...place }
    const answer = await admin(api.createUser, { params, body })
    expect(answer).toMatchObject({ status, error: { ErrorMessage: sentence } })
    expect((await list({ query: { q: 'nowhere@' } })).Results).toEqual([])
  })

  test('gets no more than who makes them has', async () => {
    await hub.owner.query(
      `insert into role (business_id, name, permissions) values ('harbourside', 'Clerk', '{User.Management}');
       update business_user set role_name = 'Clerk', venue_nos = '{1}' where email = '${people.disabled}';
       update identity.account set is_disabled = false where email = '${people.disabled}'`,
    )
    const clerk = hub.as(people.disabled)
    const make = (place: object) =>
      clerk(api.createUser, {
        params,
        body: { Username: 'more@harbourside.example', DisplayName: 'More', ...place },
      })
    expect((await make({ Role: 'Admin', Venues: ['1'] })).status).toBe(403)
    expect((await make({ Role: 'Clerk', Venues: ['2'] })).status).toBe(403)
    expect((await make({ Role: 'Clerk', Venues: [] })).status).toBe(403)
    expect((await make({ Role: 'Clerk', Venues: ['1'] })).status).toBe(200)
    await hub.owner.query(`update identity.account set is_disabled = true where email = '${people.disabled}'`)
  })

  test.each([
    [{ DisplayName: ' ' }, { DisplayName: messages.users.nameRequired }],
    [{ Username: '' }, { Username: messages.users.emailRequired }],
    [{ Username: 'nora' }, { Username: messages.users.invalidEmail }],
  ])('with %j is refused', async (wrong, errors) => {
    const body = { Username: 'ok@harbourside.example', DisplayName: 'Ok', ...wrong }
    const answer = await admin(api.createUser, { params, body })
    expect(answer).toMatchObject({ status: 400, error: { Errors: errors } })
  })

  test.each([people.reception, people.otherAdmin, people.superAdmin])(
    'with the address of %s is refused in the same words, wherever that is',
    async (email) => {
      const answer = await create(email.toUpperCase())
      expect(answer).toMatchObject({
        status: 409,
        error: { ErrorCode: 'email_taken', ErrorMessage: 'This e-mail address is already in use.' },
      })
    },
  )

  test('can be invited again, which undoes the earlier link', async () => {
    const { Uid: uid, Email } = (await create('again@harbourside.example')).body
    expect((await admin(api.inviteUser, { params: { ...params, uid } })).status).toBe(204)
    const tickets = (await mailsTo(Email)).map(
      ({ body }: { body: string }) => /ticket=([\w-]+)/.exec(body)?.[1] ?? '',
    )
    const nobody = hub.as(null)
    const described = await Promise.all(
      tickets.map((ticket) => nobody(api.describeTicket, { body: { ticket } })),
    )
    expect(described.map(({ status }) => status)).toEqual([400, 200])
  })

  test('needs no invitation once they can sign in, and gets none while disabled', async () => {
    const invite = (uid: string) => admin(api.inviteUser, { params: { ...params, uid } })
    const { Uid: joined } = await named(people.reception)
    expect(await invite(joined)).toMatchObject({ status: 409, error: { ErrorCode: 'already_joined' } })
    const { Uid: uid } = (await create('off@harbourside.example')).body
    await admin(api.setUserDisabled, { params: { ...params, uid }, body: { Value: true } })
    expect(await invite(uid)).toMatchObject({ status: 409, error: { ErrorCode: 'user_disabled' } })
  })
})

describe('a user who is deleted', () => {
  const remove = (uid: string, email: string, by = admin) =>
    by(api.deleteUser, { params: { ...params, uid }, query: { email } })

  test('is cut off from their next request on, and their address is free again', async () => {
    const { Uid: uid } = await named(people.finance)
    const finance = hub.as(people.finance)
    expect((await finance(api.getMe)).status).toBe(200)
    expect((await remove(uid, people.finance.toUpperCase())).status).toBe(204)
    expect((await finance(api.getMe)).status).toBe(401)
    expect((await list({ query: { q: people.finance } })).Results).toEqual([])
    expect(await auditOf(people.finance)).toMatchObject([
      { title: 'Delete a user', before: { Name: 'Fran Finance', Role: 'Finance' } },
    ])
    expect((await create(people.finance, 'Fran Again')).status).toBe(200)
  })

  test('has to be named by their own e-mail', async () => {
    const { Uid: uid } = await named(people.door)
    expect(await remove(uid, people.reception)).toMatchObject({
      status: 400,
      error: { Errors: { email: 'This is not the e-mail address of the user.' } },
    })
    expect((await remove(uid, '')).status).toBe(400)
  })

  test('is not found a second time', async () => {
    const { Uid: uid, Email } = (await create('twice@harbourside.example')).body
    await remove(uid, Email)
    expect(await remove(uid, Email)).toMatchObject({
      status: 404,
      error: { ErrorMessage: 'The user was not found.' },
    })
  })

  test('is neither oneself nor the last Admin', async () => {
    const { Uid: uid } = await named(people.admin)
    expect(await remove(uid, people.admin)).toMatchObject({
      status: 409,
      error: {
        ErrorCode: 'own_account',
        ErrorMessage: expect.stringContaining("You can't delete yourself."),
      },
    })
    expect(await remove(uid, people.admin, hub.as(people.superAdmin))).toMatchObject({
      status: 409,
      error: { ErrorCode: 'last_admin', ErrorMessage: expect.stringContaining('last enabled Admin') },
    })
  })
})
