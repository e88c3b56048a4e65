import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { hubCommand } from '#tests/command.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const password = 'kangaroo blue tram at noon'

let hub: TestHub
let environment: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub()
  environment = {
    DATABASE_URL: hub.databaseUrl,
    HUB_SECRET: hub.secret,
    HUB_PUBLIC_URL: 'https://hub.example.org',
  }
})
afterAll(() => hub.close())

const run = (...words: string[]) => hubCommand(words, environment)
const ticketIn = (said: string) =>
  /^https:\/\/hub\.example\.org\/set-password\?ticket=([\w-]+)$/m.exec(said)?.[1]
const use = (ticket: string | undefined) => newBrowser(hub.app).post('password', { ticket, password })
const trail = async (action: string) =>
  (
    await hub.owner.query(
      `select business_id, actor_name, title, record_kind, record_name from audit_entry where action = $1`,
      [action],
    )
  ).rows

test('create-admin makes a super administrator who gets in by the link, without a message', async () => {
  const { code, said } = await run('create-admin', ' New@Club.example', '--name', 'Newcomer')
  expect(code).toBe(0)
  expect((await use(ticketIn(said))).status).toBe(204)
  const { status, body } = await newBrowser(hub.app).signIn('new@club.example', password)
  expect(status).toBe(200)
  expect(body.user?.email).toBe('new@club.example')
  expect((await use(ticketIn(said))).status).toBe(400)
  const sent = await hub.owner.query(`select from outbox_message where recipient = 'new@club.example'`)
  expect(sent.rowCount).toBe(0)
  expect(await trail('create-admin')).toEqual([
    {
      business_id: '*',
      actor_name: expect.stringMatching(/^Operator \(.+\)$/),
      title: 'Create a super administrator (operator)',
      record_kind: 'Administrator',
      record_name: 'new@club.example',
    },
  ])
})

test('create-admin refuses who is there already, and what is no address', async () => {
  expect(await run('create-admin', people.superAdmin)).toMatchObject({
    code: 1,
    complained: `${people.superAdmin} is a super administrator already: hub reset-password ${people.superAdmin} prints a new link.`,
  })
  expect(await run('create-admin', people.admin)).toMatchObject({
    code: 1,
    complained: 'This e-mail address is already in use.',
  })
  expect(await run('create-admin', 'nobody')).toMatchObject({
    code: 2,
    complained: 'nobody is no e-mail address.',
  })
})

test('reset-password prints a link that sets another password', async () => {
  const { code, said } = await run('reset-password', people.finance)
  expect(code).toBe(0)
  expect((await newBrowser(hub.app).signIn(people.finance, demoPassword)).status).toBe(200)
  expect((await use(ticketIn(said))).status).toBe(204)
  expect((await newBrowser(hub.app).signIn(people.finance, demoPassword)).status).toBe(401)
  expect((await newBrowser(hub.app).signIn(people.finance, password)).status).toBe(200)
  expect(await trail('reset-password')).toMatchObject([{ business_id: '*', record_name: people.finance }])
})

test('create-admin and reset-password take a password from a pipe, and make no link', async () => {
  const email = 'piped@club.example'
  const pipe = (input: string, ...words: string[]) =>
    hubCommand([...words, email, '--password-stdin'], environment, input)
  expect((await pipe('short', 'create-admin')).complained).toBe(
    'The password must have 10 to 200 characters.',
  )
  expect((await pipe('password123', 'create-admin')).complained).toMatch(
    /^The password is guessed too easily/,
  )
  expect(await pipe(`${password}\n`, 'create-admin')).toEqual({
    code: 0,
    said: `${email} is a super administrator, with the password that was given.`,
    complained: '',
  })
  const browser = newBrowser(hub.app)
  expect((await browser.signIn(email, password)).status).toBe(200)

  const other = 'seven green umbrellas'
  expect((await pipe(other, 'reset-password')).said).toBe(
    `The password of ${email} is the one that was given.`,
  )
  expect((await browser.post('token')).status).toBe(401)
  expect((await newBrowser(hub.app).signIn(email, password)).status).toBe(401)
  expect((await newBrowser(hub.app).signIn(email, other)).status).toBe(200)
  const { rows } = await hub.owner.query(
    'select from identity.ticket t join identity.account using (uid) where email = $1',
    [email],
  )
  expect(rows).toEqual([])
  expect(JSON.stringify([await trail('create-admin'), await trail('reset-password')])).not.toContain(other)
})

test('reset-factor takes a lost factor away, ends sessions and tells its owner', async () => {
  const browser = newBrowser(hub.app)
  await browser.signIn(people.promotions, demoPassword)
  await addAuthenticator(hub, people.promotions)
  const signIn = async () =>
    (await newBrowser(hub.app).signIn(people.promotions, demoPassword)).body.code ?? 'in'
  expect(await signIn()).toBe('second-factor-needed')
  expect(await run('reset-factor', people.promotions)).toMatchObject({
    code: 0,
    said: `The second factors of ${people.promotions} are gone, and their sessions ended.`,
  })
  expect((await browser.post('token')).status).toBe(401)
  expect(await signIn()).toBe('in')
  const [mail] = await readOutbox(hub.owner, hub.secret, people.promotions)
  expect(mail).toMatchObject({ subject: 'Your second factor in Hub was reset' })
  expect(mail?.body).toMatch(/Operator \(.+\) has reset the second factor/)
  expect(await trail('reset-factor')).toMatchObject([{ business_id: '*', record_name: people.promotions }])
  expect((await run('reset-factor', people.promotions)).complained).toBe(
    `${people.promotions} has no second factor: there is nothing to reset.`,
  )
})

test('reset-password refuses who is disabled, and whom nobody knows', async () => {
  expect((await run('reset-password', people.disabled)).complained).toBe(
    `${people.disabled} is disabled: enable them in the console first.`,
  )
  expect((await run('reset-password', 'who@club.example')).complained).toBe(
    'Nobody has an account with the address who@club.example.',
  )
})

test('unlock lets somebody in again who was shut out', async () => {
  for (let count = 0; count < 6; count++) await newBrowser(hub.app).signIn(people.door, 'wrong password')
  expect((await newBrowser(hub.app).signIn(people.door, demoPassword)).status).toBe(429)
  expect(await run('unlock', people.door)).toMatchObject({
    code: 0,
    said: `What failed at the account of ${people.door} is forgotten: they can try again.`,
  })
  expect((await newBrowser(hub.app).signIn(people.door, demoPassword)).status).toBe(200)
  expect(await trail('unlock')).toMatchObject([{ business_id: '*', record_name: people.door }])
  expect((await run('unlock', people.reception)).said).toBe(
    `Nothing is counted against the account of ${people.reception}.`,
  )
})
