import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountPassword } from '#tests/browser.ts'
import { startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

/** Everything the identity tables hold, and the counts of what failed, as text and as bytes. */
async function everythingStored() {
  const { rows: tables } = await hub.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'identity' or tablename = 'attempt'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await hub.owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  const bytes = [...texts.join(' ').matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex'),
  )
  return [...texts, ...bytes.map((each) => each.toString('latin1'))].join('\n')
}

it('no secret is stored as it is: password, cookie, token, ticket or private key', async () => {
  await hub.addAccount('safe@club.example')
  const browser = hub.newBrowser()
  const { body } = await browser.signIn('safe@club.example')
  await browser.signIn('safe@club.example', 'mistyped-password')
  await browser.post('reset', { email: 'safe@club.example' })
  const stored = await everythingStored()
  expect(stored).toContain('safe@club.example')
  expect(stored).toContain('$argon2id$')
  for (const secret of [
    accountPassword,
    'mistyped-password',
    browser.cookies.get('__Host-hub_session')?.value,
    ...(browser.cookies.get('__Host-hub_device')?.value.split('.') ?? []),
    body.token,
    hub.lastTicket(),
  ]) {
    expect(secret).toBeTruthy()
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret ?? '', 'base64url').toString('latin1'))
  }
  // A PKCS#8 P-256 key contains the object identifier of its curve.
  expect(stored).not.toContain(Buffer.from('2a8648ce3d030107', 'hex').toString('latin1'))
  expect(stored).not.toMatch(/"d":/)
})

it('the server may use the tables, but not change them or read around them', async () => {
  const { rows } = await hub.database.pool.query(
    `select current_user::text, has_schema_privilege('identity', 'create') as can`,
  )
  expect(rows).toEqual([{ current_user: 'hub_app', can: false }])
})
