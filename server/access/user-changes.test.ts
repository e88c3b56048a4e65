import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let admin: Caller
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  superAdmin = hub.as(people.superAdmin)
  await hub.owner.query(`
    create temp table first_user as
      select u.uid, role_name, venue_nos, is_disabled from business_user u join identity.account using (uid);
    create temp table first_role as select * from role`)
})
afterAll(() => hub.close())
// Users and roles as they were at first.
beforeEach(() =>
  hub.owner.query(`
    delete from business_user where uid not in (select uid from first_user);
    update business_user u set role_name = f.role_name, venue_nos = f.venue_nos from first_user f where f.uid = u.uid;
    update identity.account a set is_disabled = f.is_disabled from first_user f where f.uid = a.uid;
    delete from role where (business_id, name) not in (select business_id, name from first_role)`),
)

const businessId = 'harbourside'
const userOf = async (email: string) =>
  (await superAdmin(api.listUsers, { params: { businessId }, query: { q: email } })).body.Results[0]!
const at = async (email: string) => ({ businessId, uid: (await userOf(email)).Uid })
const setRole = async (email: string, Value: string, by = admin) =>
  by(api.setUserRole, { params: await at(email), body: { Value } })
const setVenues = async (email: string, body: string[], by = admin) =>
  by(api.setUserVenues, { params: await at(email), body })
const setDisabled = async (email: string, Value: boolean, by = admin) =>
  by(api.setUserDisabled, { params: await at(email), body: { Value } })
const lastAudit = async () =>
  (await hub.owner.query(`select * from audit_entry order by at desc, id desc limit 1`)).rows[0]

const ownAccount = { status: 409, error: { ErrorCode: 'own_account' } }
const lastAdmin = { status: 409, error: { ErrorCode: 'last_admin' } }

describe("a change of a user's role", () => {
  test('holds from their next request on, and is recorded', async () => {
    const door = hub.as(people.door)
    expect((await door(api.listUsers, { params: { businessId } })).status).toBe(403)
    expect((await setRole(people.door, 'Admin')).status).toBe(204)
    expect((await door(api.listUsers, { params: { businessId } })).status).toBe(200)
    expect(await lastAudit()).toMatchObject({
      title: "Change a user's role",
      record_name: people.door,
      before: { Role: 'Door' },
      after: { Role: 'Admin' },
    })
  })

  test('can give a role of the business’s own, and no other', async () => {
    await hub.owner.query(
      `insert into role (business_id, name, permissions) values ('harbourside', 'Barista', '{Member.Search}'),
        ('valley-golf', 'Caddie', '{Member.Search}')`,
    )
    expect((await setRole(people.door, 'Barista')).status).toBe(204)
    expect((await userOf(people.door)).CustomClaims.cherryPayRole).toBe('Barista')
    const sentence = 'There is no role Caddie in this business.'
    expect(await setRole(people.door, 'Caddie')).toMatchObject({
      status: 400,
      error: { ErrorMessage: sentence, Errors: { Value: sentence } },
    })
  })

  test('to none is refused: in other words where there was one', async () => {
    const body = { Username: 'new@harbourside.example', DisplayName: 'Nora New' }
    await admin(api.createUser, { params: { businessId }, body })
    const refusals = [await setRole(body.Username, ''), await setRole(people.door, ' ')]
    expect(refusals.map(({ status, error }) => [status, error.Errors])).toEqual([
      [400, { Value: messages.users.roleRequired }],
      [400, { Value: messages.users.roleRemoved }],
    ])
  })

  test('is refused for oneself, unless it changes nothing', async () => {
    await setRole(people.door, 'Admin')
    expect(await setRole(people.admin, 'Door')).toMatchObject(ownAccount)
    expect((await setRole(people.admin, 'Admin')).status).toBe(204)
  })

  test('is refused for the last enabled Admin', async () => {
    await setRole(people.disabled, 'Admin')
    expect(await setRole(people.admin, 'Door', superAdmin)).toMatchObject(lastAdmin)
    await setDisabled(people.disabled, false)
    expect((await setRole(people.admin, 'Door', superAdmin)).status).toBe(204)
  })

  test('is refused for the last Admin who has joined, whoever is invited', async () => {
    const body = { Username: 'late@harbourside.example', DisplayName: 'Lea Late', Role: 'Admin' }
    await superAdmin(api.createUser, { params: { businessId }, body })
    const { rows } = await hub.owner.query<{ email: string }>(
      `select email from business_user join identity.account a using (uid, email)
       where business_id = 'harbourside' and role_name = 'Admin' and not is_disabled and password_hash is not null`,
    )
    const [last, ...others] = rows.map(({ email }) => email)
    for (const email of others) expect((await setRole(email, 'Door', superAdmin)).status).toBe(204)
    expect(await setRole(last!, 'Door', superAdmin)).toMatchObject(lastAdmin)
    expect((await setRole(body.Username, 'Door', superAdmin)).status).toBe(204)
    await setRole(people.admin, 'Admin', superAdmin)
    if (last !== people.admin) await setRole(last!, 'Door', superAdmin)
  })

  test('leaves an Admin when two demote each other at once', async () => {
    await setRole(people.door, 'Admin')
    const door = hub.as(people.door)
    await door(api.getMe)
    const answers = await Promise.all([setRole(people.door, 'Door'), setRole(people.admin, 'Door', door)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const { rows } = await hub.owner.query(
      `select from business_user where business_id = 'harbourside' and role_name = 'Admin'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe("a change of a user's venues", () => {
  test('holds from their next request on, and is recorded by name', async () => {
    const promotions = hub.as(people.promotions)
    expect((await promotions(api.getMe)).body.AuthorisedVenues).toEqual(['2'])
    expect((await setVenues(people.promotions, ['1', '2', '1'])).status).toBe(204)
    expect((await promotions(api.getMe)).body.AuthorisedVenues).toEqual(['1', '2'])
    expect(await lastAudit()).toMatchObject({
      title: "Change a user's venues",
      before: { Venues: 'Harbourside Sports Bar' },
      after: { Venues: 'Harbourside Main Club, Harbourside Sports Bar' },
    })
  })

  test('to an empty list means all venues', async () => {
    await setVenues(people.promotions, [])
    expect((await userOf(people.promotions)).CustomClaims.cherryPayAuthorisedVenues).toBe('')
    expect(await lastAudit()).toMatchObject({ after: { Venues: 'All venues' } })
  })

  test('is not for anybody to make themself: not to lift it, and not to be confined for good', async () => {
    expect(await setVenues(people.admin, ['1'])).toMatchObject(ownAccount)
    await hub.owner.query(`update business_user set venue_nos = '{1}' where email = $1`, [people.admin])
    expect(await setVenues(people.admin, [])).toMatchObject(ownAccount)
  })

  test.each([
    ['unknown', '99'],
    ['deleted', '3'],
  ])('names a venue that is %s', async (_, venueNo) => {
    expect(await setVenues(people.promotions, ['1', venueNo])).toMatchObject({
      status: 400,
      error: { ErrorMessage: `There is no venue ${venueNo} in this business.` },
    })
    expect((await userOf(people.promotions)).CustomClaims.cherryPayAuthorisedVenues).toBe('2')
  })
})

describe('a user confined to a venue that was deleted since', () => {
  beforeEach(() =>
    hub.owner.query(`update business_user set venue_nos = '{1,3}' where email = $1`, [people.promotions]),
  )

  test('can be edited, and keeps it or loses it', async () => {
    expect((await setVenues(people.promotions, ['1', '2', '3'])).status).toBe(204)
    expect(await lastAudit()).toMatchObject({ after: { Venues: expect.stringContaining('Sports Bar') } })
    expect((await setVenues(people.promotions, ['3'])).status).toBe(204)
    expect((await setVenues(people.promotions, ['2'])).status).toBe(204)
    expect((await setVenues(people.promotions, ['2', '3'])).status).toBe(400)
  })
})

describe('a user who is disabled', () => {
  test('is cut off from their next request on, and let in again when enabled', async () => {
    const door = hub.as(people.door)
    expect((await door(api.getMe)).status).toBe(200)
    expect((await setDisabled(people.door, true)).status).toBe(204)
    expect((await door(api.getMe)).status).toBe(401)
    expect(await lastAudit()).toMatchObject({ before: { Disabled: false }, after: { Disabled: true } })
    expect((await userOf(people.door)).IsDisabled).toBe(true)
    expect((await setDisabled(people.door, false)).status).toBe(204)
    const body = { email: people.door, password: 'demo-password' }
    expect((await hub.as(null)(api.signIn, { body })).status).toBe(200)
  })

  test('is neither oneself nor the last Admin', async () => {
    expect(await setDisabled(people.admin, true)).toMatchObject(ownAccount)
    expect(await setDisabled(people.admin, true, superAdmin)).toMatchObject(lastAdmin)
  })
})

test("another business's user is not found", async () => {
  const { rows } = await hub.owner.query(`select uid from business_user where business_id = 'valley-golf'`)
  const params = { businessId, uid: rows[0].uid as string }
  const answers = [
    await admin(api.setUserRole, { params, body: { Value: 'Door' } }),
    await admin(api.setUserVenues, { params, body: [] }),
    await admin(api.setUserDisabled, { params, body: { Value: true } }),
    await admin(api.inviteUser, { params }),
    await admin(api.deleteUser, { params, query: { email: people.otherAdmin } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})
