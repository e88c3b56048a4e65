import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { accountWords } from '#contract/access/account.ts'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { superuserUrl } from '#tests/database.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { readOutbox } from '#tests/records/outbox.ts'

let hub: TestHub
let reception: Caller
beforeAll(async () => {
  hub = await startTestHub()
  reception = hub.as(people.reception)
})
afterAll(() => hub.close())

const ask = (call: Caller, NewEmail: string, Password = demoPassword) =>
  call(api.changeMyEmail, { body: { NewEmail, Password } })
const mailsTo = async (email: string) => (await readOutbox(hub.owner, hub.secret, email)).toReversed()
const ticketTo = async (email: string) =>
  /confirm-email\?ticket=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
const confirm = (ticket: string) => newBrowser(hub.app).post('email', { ticket })
const signIn = async (email: string) => (await newBrowser(hub.app).signIn(email, demoPassword)).status

test('a new address needs the password, and is nobody’s yet', async () => {
  expect((await ask(reception, 'robin@new.example', 'wrong')).error.Errors).toEqual({
    Password: accountWords.notYourPassword,
  })
  expect((await ask(reception, people.reception)).error.ErrorMessage).toBe(accountWords.sameEmail)
  const taken = await ask(reception, people.otherAdmin)
  expect(taken.status).toBe(409)
  expect(taken.error.ErrorMessage).toBe('This e-mail address is already in use.')
  expect(await mailsTo('robin@new.example')).toEqual([])
})

test('nothing changes before the link is opened; then everything has the new address', async () => {
  expect((await ask(reception, 'Robin@New.example')).status).toBe(204)
  expect((await reception(api.getMyAccount)).body).toMatchObject({
    Email: people.reception,
    PendingEmail: { Email: 'robin@new.example' },
  })
  expect((await mailsTo(people.reception)).at(-1)).toMatchObject({ kind: 'address-asked' })
  expect(await signIn('robin@new.example')).toBe(404)

  const ticket = await ticketTo('robin@new.example')
  const described = await newBrowser(hub.app).post('email-change', { ticket })
  expect(described.body).toEqual({ email: people.reception, newEmail: 'robin@new.example' })
  expect(await signIn('robin@new.example')).toBe(404)

  expect((await confirm(ticket)).status).toBe(204)
  expect(await signIn('robin@new.example')).toBe(200)
  expect(await signIn(people.reception)).toBe(404)
  expect((await reception(api.getMe)).body.Email).toBe('robin@new.example')
  const users = await hub.as(people.admin)(api.listUsers, {
    params: { businessId: 'harbourside' },
    query: { q: 'robin@' },
  })
  expect(users.body.Results).toHaveLength(1)
  expect((await mailsTo(people.reception)).at(-1)).toMatchObject({ kind: 'address-changed' })
  expect((await reception(api.getMyAccount)).body.PendingEmail).toBeNull()

  expect((await confirm(ticket)).body).toEqual({ code: 'invalid-ticket' })
})

test('the link is kept as a hash, and lies sealed in the outbox', async () => {
  const finance = hub.as(people.finance)
  await ask(finance, 'fran@new.example')
  const ticket = await ticketTo('fran@new.example')
  const { rows } = await hub.owner.query(
    `select m::text from outbox_message m union all select c::text from identity.email_change c`,
  )
  expect(JSON.stringify(rows)).not.toContain(ticket)
  expect(ticket).toMatch(/^[\w-]{43}$/)
})

test('the newest link works, a late or a withdrawn one doesn’t', async () => {
  const finance = hub.as(people.finance)
  const first = await ticketTo('fran@new.example')
  await ask(finance, 'fran@new.example')
  expect((await confirm(first)).status).toBe(400)

  const late = await ticketTo('fran@new.example')
  await hub.owner.query(`update identity.email_change set expires_at = now()`)
  expect((await confirm(late)).status).toBe(400)
  expect((await finance(api.getMyAccount)).body.PendingEmail).toBeNull()

  await ask(finance, 'fran@new.example')
  expect((await finance(api.withdrawMyEmail)).status).toBe(204)
  expect((await confirm(await ticketTo('fran@new.example'))).status).toBe(400)
})

test('another password ends it', async () => {
  const door = hub.as(people.door)
  await ask(door, 'devi@new.example')
  const body = { Password: demoPassword, NewPassword: 'seven herons over the weir' }
  expect((await door(api.changeMyPassword, { body })).status).toBe(204)
  expect((await confirm(await ticketTo('devi@new.example'))).body).toEqual({ code: 'invalid-ticket' })
})

test('an address that was given away meanwhile stays whose it is', async () => {
  const admin = hub.as(people.admin)
  const promotions = hub.as(people.promotions)
  await ask(promotions, 'wanted@new.example')
  await admin(api.createUser, {
    params: { businessId: 'harbourside' },
    body: { Username: 'wanted@new.example', DisplayName: 'Wanda' },
  })
  const ticket = /confirm-email\?ticket=([\w-]+)/.exec(
    (await mailsTo('wanted@new.example')).find(({ kind }) => kind === 'new-address')?.body ?? '',
  )?.[1]
  expect((await confirm(ticket ?? '')).body).toEqual({ code: 'account-exists' })
  expect((await promotions(api.getMyAccount)).body.Email).toBe(people.promotions)
})

test('of two who open the link at once, one does it', async () => {
  const other = hub.as(people.otherAdmin)
  await ask(other, 'valley@new.example')
  const ticket = await ticketTo('valley@new.example')
  const answers = await Promise.all([confirm(ticket), confirm(ticket)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
})

test('nobody can have letters sent to addresses again and again', async () => {
  const superAdmin = hub.as(people.superAdmin)
  for (let count = 0; count < 5; count++)
    expect((await ask(superAdmin, `flood-${count}@new.example`)).status).toBe(204)
  expect((await ask(superAdmin, 'flood@new.example')).status).toBe(429)
})

test('a link for a new password that went to the former address opens nothing any more', async () => {
  const promotions = hub.as(people.promotions)
  await hub.as(null)(api.requestReset, { body: { email: people.promotions } })
  const [letter] = await readOutbox(hub.owner, hub.secret, people.promotions)
  const former = /ticket=([\w-]+)/.exec(letter!.body)![1]!
  expect((await ask(promotions, 'pat@new.example')).status).toBe(204)
  expect((await confirm(await ticketTo('pat@new.example'))).status).toBe(204)
  const browser = newBrowser(hub.app)
  expect((await browser.post('ticket', { ticket: former })).body).toEqual({ code: 'invalid-ticket' })
  expect((await browser.post('password', { ticket: former, password: 'quite a long one' })).status).toBe(400)
})

test('a password that is changed while it is looked at asks for no address', async () => {
  const held = await holdAccount(people.admin)
  const asked = ask(hub.as(people.admin), 'intruder@elsewhere.example')
  await held.isWaitedFor()
  await held.end(`set password_hash = 'another'`)
  expect(await asked).toMatchObject({ status: 409, error: { ErrorCode: 'password_changed' } })
  expect(await mailsTo('intruder@elsewhere.example')).toEqual([])
})

test('a link for a new password goes to no address that was given up meanwhile', async () => {
  const before = await mailsTo(people.finance)
  const held = await holdAccount(people.finance)
  const asked = newBrowser(hub.app).post('reset', { email: people.finance })
  await held.isWaitedFor()
  await held.end(`set email = 'fin@elsewhere.example'`)
  expect((await asked).body).toEqual({ code: 'user-not-found' })
  expect(await mailsTo(people.finance)).toEqual(before)
})

test('a colleague who corrects the name of somebody with a new address is told of it, and takes nothing back', async () => {
  const colleague = hub.as(people.superAdmin)
  const { body } = await colleague(api.listUsers, {
    params: { businessId: 'harbourside' },
    query: { q: people.door },
  })
  const { Uid: uid } = body.Results[0]!
  const held = await holdAccount(people.door)
  const saved = colleague(api.updateUser, {
    params: { businessId: 'harbourside', uid },
    body: { Username: people.door, DisplayName: 'Drew D. Door' },
  })
  await held.isWaitedFor()
  await held.end(`set email = 'drew@new.example'`)
  expect(await saved).toMatchObject({ status: 409, error: { ErrorCode: 'address_changed' } })
})

/** An account that somebody else is about to change. */
async function holdAccount(email: string) {
  const other = new pg.Client(superuserUrl(hub.databaseUrl))
  await other.connect()
  await hub.tokenOf(email)
  await other.query('begin')
  await other.query('select from identity.account where email = $1 for update', [email])
  return {
    isWaitedFor: () =>
      vi.waitFor(async () => {
        const { rows } = await hub.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      }),
    end: async (change: string) => {
      await other.query(`update identity.account ${change} where email = $1`, [email])
      await other.query('commit')
      await other.end()
    },
  }
}
