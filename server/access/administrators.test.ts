import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addPasskey } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const boss = () => hub.as(people.superAdmin)

const find = async (email: string) =>
  (await boss()(api.listAdministrators, { query: { q: email } })).body.Results[0]!

const setDisabled = (uid: string, Value: boolean, as = boss()) =>
  as(api.setAdministratorDisabled, { params: { uid }, body: { Value } })

/** A super administrator with the password of the demo, whom no second factor is asked of, as of the demo's own. */
async function addAdministrator(email: string): Promise<string> {
  const body = { Username: email, DisplayName: 'Una Under' }
  const { Uid } = (await boss()(api.createAdministrator, { body })).body
  await hub.owner.query(
    `update identity.account set password_hash = (select password_hash from identity.account where email = $2)
     where uid = $1`,
    [Uid, people.superAdmin],
  )
  await hub.owner.query(`insert into demo_access (kind, id) values ('account', $1)`, [Uid])
  return Uid
}

describe('the list of super administrators', () => {
  test('tells how each stands, and is searched and read page by page', async () => {
    await hub.tokenOf(people.superAdmin)
    expect(await find(people.superAdmin)).toMatchObject({
      Email: people.superAdmin,
      IsDisabled: false,
      IsInvited: false,
      SignsInWith: 'Password',
      HasSecondFactor: false,
      LastSeen: expect.any(String),
    })
    for (const name of ['ann', 'bob', 'cat'])
      await boss()(api.createAdministrator, {
        body: { Username: `${name}@pages.example`, DisplayName: name },
      })
    const first = (await boss()(api.listAdministrators, { query: { q: 'PAGES', limit: 2 } })).body
    expect(first.Results.map(({ Email }) => Email)).toEqual(['ann@pages.example', 'bob@pages.example'])
    const next = Object.fromEntries(new URL(first._links.next!.href).searchParams)
    const second = (await boss()(api.listAdministrators, { query: next })).body
    expect(second.Results.map(({ Email }) => Email)).toEqual(['cat@pages.example'])
    expect(second._links).toEqual({})
  })

  test.each([people.admin, people.door])('is closed to %s', async (email) => {
    expect((await hub.as(email)(api.listAdministrators)).status).toBe(403)
  })
})

describe('an invitation', () => {
  test('is sent, shown with its state, sent again, and on record in the platform’s trail', async () => {
    const email = 'ivy@invited.example'
    const { body } = await boss()(api.createAdministrator, {
      body: { Username: email, DisplayName: 'Ivy' },
    })
    expect(body).toMatchObject({ IsInvited: true, SignsInWith: 'Invited', LastSeen: null })
    expect(body.Invitation?.State).toMatch(/^(Queued|Kept|Sent)$/)
    const params = { uid: body.Uid }
    expect((await boss()(api.inviteAdministrator, { params })).status).toBe(204)
    expect(await readOutbox(hub.owner, hub.secret, email)).toHaveLength(2)
    const { rows } = await hub.owner.query(
      `select business_id as trail, action, record_name as name from audit_entry where record_id = $1 order by id`,
      [body.Uid],
    )
    expect(rows).toEqual([
      { trail: '*', action: 'createAdministrator', name: email },
      { trail: '*', action: 'inviteAdministrator', name: email },
    ])
  })

  test('is refused for an address that has an account, and for who has joined or is disabled', async () => {
    const taken = await boss()(api.createAdministrator, {
      body: { Username: people.door, DisplayName: 'Dora' },
    })
    expect(taken.error.ErrorCode).toBe('email_taken')
    const own = await find(people.superAdmin)
    const joined = await boss()(api.inviteAdministrator, { params: { uid: own.Uid } })
    expect(joined.error.ErrorCode).toBe('already_joined')
    const { body } = await boss()(api.createAdministrator, {
      body: { Username: 'off@invited.example', DisplayName: 'Off' },
    })
    await setDisabled(body.Uid, true)
    const disabled = await boss()(api.inviteAdministrator, { params: { uid: body.Uid } })
    expect(disabled.error.ErrorCode).toBe('user_disabled')
  })
})

describe('a disabled super administrator', () => {
  test('is out at once, and comes back in by no way there is', async () => {
    const email = 'una@out.example'
    const uid = await addAdministrator(email)
    const browser = newBrowser(hub.app)
    const key = await addPasskey(hub, email)
    const withPasskey = async () => {
      const asked = await browser.post('passkey/options')
      return browser.post('passkey', { assertion: key.sign(asked.body as never) })
    }
    const { token = '' } = (await withPasskey()).body
    const call = hub.withToken(token)
    expect((await browser.post('reset', { email })).status).toBeLessThan(300)
    expect((await call(api.listAdministrators)).status).toBe(200)

    expect((await setDisabled(uid, true)).status).toBe(204)
    expect((await call(api.listAdministrators)).status).toBe(401)
    expect((await browser.post('token')).status).toBe(401)
    expect((await browser.signIn(email, demoPassword)).body).toEqual({ code: 'user-disabled' })
    expect((await browser.post('reset', { email })).body).toEqual({ code: 'user-disabled' })
    expect((await withPasskey()).body).toEqual({ code: 'user-disabled' })

    expect((await setDisabled(uid, false)).status).toBe(204)
    expect((await withPasskey()).status).toBe(200)
  })

  test('accepts no invitation', async () => {
    const email = 'tom@ticket.example'
    const { Uid } = (await boss()(api.createAdministrator, { body: { Username: email, DisplayName: 'Tom' } }))
      .body
    const secret = 'a-ticket-of-this-test'
    await hub.owner.query(`update identity.ticket set secret_hash = sha256($2::bytea) where uid = $1`, [
      Uid,
      secret,
    ])
    const browser = newBrowser(hub.app)
    expect((await browser.post('ticket', { ticket: secret })).body).toMatchObject({ email })
    await setDisabled(Uid, true)
    expect((await browser.post('ticket', { ticket: secret })).body).toEqual({ code: 'user-disabled' })
    const password = { ticket: secret, password: 'quite a long pass phrase' }
    expect((await browser.post('password', password)).body).toEqual({ code: 'user-disabled' })
  })
})

test('nobody disables themself, and two at once leave one of them', async () => {
  const own = await find(people.superAdmin)
  expect((await setDisabled(own.Uid, true)).error.ErrorCode).toBe('own_account')

  // Of two others: whichever wins, the demo's goes on.
  const addRival = async (email: string) => {
    const uid = await addAdministrator(email)
    const { token = '' } = (await newBrowser(hub.app).signIn(email, demoPassword)).body
    return { uid, as: hub.withToken(token) }
  }
  const [one, other] = [await addRival('one@race.example'), await addRival('other@race.example')]
  const left = async () =>
    (
      await hub.owner.query<{ uid: string }>(
        `select uid from super_administrator join identity.account using (uid) where not is_disabled`,
      )
    ).rows.map(({ uid }) => uid)
  const others = (await left()).filter((uid) => uid !== one.uid && uid !== other.uid)
  const setOthersDisabled = (isDisabled: boolean) =>
    hub.owner.query(`update identity.account set is_disabled = $1 where uid = any($2)`, [isDisabled, others])
  await setOthersDisabled(true)
  await Promise.all([setDisabled(one.uid, true, other.as), setDisabled(other.uid, true, one.as)])
  expect(await left()).toHaveLength(1)
  await setOthersDisabled(false)
})

test('who signs in with a passkey alone is one who is left', async () => {
  const own = await find(people.superAdmin)
  await hub.owner.query(
    `update identity.account set is_disabled = uid <> $1 where uid in (
    select uid from super_administrator)`,
    [own.Uid],
  )
  const rival = await addAdministrator('compromised@passkey.example')
  await hub.owner.query(`update identity.account set password_hash = null where uid = $1`, [own.Uid])
  expect((await setDisabled(rival, true)).error.ErrorCode).toBe('last_administrator')
  await hub.owner.query(
    `insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
     values ($1, 'passkey', 'Key', now(), 'one of its own', '', 0, '{}')`,
    [own.Uid],
  )
  expect((await setDisabled(rival, true)).status).toBe(204)
})
