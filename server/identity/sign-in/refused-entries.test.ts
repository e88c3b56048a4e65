import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { deedOf } from '#contract/audit/audit-words.ts'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator, afterPassword } from '#tests/people/factors.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

type Entry = { trail: string; name: string | null; action: string; address: string; after: Fields }
type Fields = { Reason: string; Times: number; 'Last address': string; Business?: string }

/** What is on record of the refusals of somebody: nobody waits for it to be written, so a test does. */
const refusalsOf = async (name: string | null, action = 'refusedEntry'): Promise<Entry[]> =>
  (
    await hub.owner.query<Entry>(
      `select business_id as trail, record_name as name, action, address, after from audit_entry
       where action = $1 and record_name is not distinct from $2 order by business_id, id`,
      [action, name],
    )
  ).rows

const timesOf = async (name: string | null, reason: string, action?: string) =>
  (await refusalsOf(name, action))
    .filter(({ after }) => after.Reason === reason)
    .map(({ trail, after }) => `${trail}: ${after.Times}`)

const from = (address: string) => newBrowser(hub.app, address)

describe('a refused sign-in', () => {
  test('is in the trail of the user’s business and in the platform’s, without what was typed', async () => {
    await from('198.51.100.1').signIn(people.finance, 'a wrong pass phrase')
    await expect.poll(() => refusalsOf(people.finance)).toHaveLength(2)
    const [platform, own] = await refusalsOf(people.finance)
    expect(platform).toMatchObject({ trail: '*', after: { Business: 'harbourside' } })
    expect(own).toMatchObject({
      trail: 'harbourside',
      address: '198.51.100.1',
      after: { Reason: 'Wrong password', Times: 1, 'Last address': '198.51.100.1' },
    })
    expect(own?.after).not.toHaveProperty('Business')
    const { rows } = await hub.owner.query(`select from audit_entry where after::text like '%pass phrase%'`)
    expect(rows).toEqual([])
  })

  test('is counted in one entry for a quarter of an hour, wherever it comes from', async () => {
    for (const address of ['198.51.100.2', '198.51.100.3', '198.51.100.4'])
      await from(address).signIn(people.reception, 'wrong')
    await expect.poll(() => timesOf(people.reception, 'Wrong password')).toEqual(['*: 3', 'harbourside: 3'])
    const [, own] = await refusalsOf(people.reception)
    expect(own).toMatchObject({ address: '198.51.100.2', after: { 'Last address': '198.51.100.4' } })

    await hub.owner.query(`update identity.refused_entry set expires_at = now()`)
    await from('198.51.100.5').signIn(people.reception, 'wrong')
    await expect
      .poll(() => timesOf(people.reception, 'Wrong password'))
      .toEqual(['*: 3', '*: 1', 'harbourside: 3', 'harbourside: 1'])
  })

  test('can be found on the Audit page and in its file', async () => {
    await from('198.51.100.6').signIn(people.promotions, 'wrong')
    await expect.poll(() => refusalsOf(people.promotions)).toHaveLength(2)
    const params = { businessId: 'harbourside' }
    const admin = hub.as(people.admin)
    const query = { action: 'refusedEntry', record: people.promotions }
    const { body } = await admin(api.listAudit, { params, query })
    expect(body.Results.map(deedOf)).toEqual([
      `was refused to sign in as ${people.promotions}: wrong password`,
    ])
    const kinds = (await admin(api.listAuditActions, { params })).body.Results
    expect(kinds).toContainEqual({ Action: 'refusedEntry', Title: 'Refused sign-in' })
    const csv = (await admin(api.exportAudit, { params, query })).body as string
    expect(csv).toContain(`was refused to sign in as ${people.promotions}: wrong password`)
  })

  test('says that the account is disabled, or that a code was wrong', async () => {
    await from('198.51.100.7').signIn(people.disabled, demoPassword)
    await expect.poll(() => timesOf(people.disabled, 'Account disabled')).toEqual(['*: 1', 'harbourside: 1'])

    await addAuthenticator(hub, people.admin)
    const { answer } = await afterPassword(hub, people.admin, '198.51.100.8')
    await answer({ kind: 'code', code: '000000' })
    await answer({ kind: 'recovery-code', code: 'no-such-code' })
    await expect.poll(() => timesOf(people.admin, 'Wrong code')).toEqual(['*: 2', 'harbourside: 2'])
  })

  test('of a super administrator is in the platform’s trail alone', async () => {
    await from('198.51.100.9').signIn(people.superAdmin, 'wrong')
    await expect.poll(() => timesOf(people.superAdmin, 'Wrong password')).toEqual(['*: 1'])
  })

  test('of an unknown address is in the platform’s trail alone, once for a network whatever is typed', async () => {
    for (const name of ['one', 'two', 'three'])
      await from('198.51.100.10').signIn(`${name}@nowhere.example`, 'wrong')
    await expect.poll(() => timesOf('one@nowhere.example', 'Unknown address')).toEqual(['*: 3'])
    expect(await refusalsOf('two@nowhere.example')).toEqual([])
  })

  test('fills no trail, from however many networks it comes', async () => {
    for (let n = 0; n < 60; n++)
      await from(`2001:db8:0:${n.toString(16)}::1`).signIn(`n${n}@crowd.example`, 'wrong')
    const entries = async () =>
      (
        await hub.owner.query<{ count: number; times: number }>(
          `select count(*)::integer as count, sum((after->>'Times')::integer)::integer as times
           from audit_entry where record_name like '%@crowd.example'`,
        )
      ).rows[0]
    await expect.poll(async () => (await entries())?.times).toBe(60)
    expect((await entries())?.count).toBeLessThanOrEqual(21)
  })

  test('counts right, however many there are at once', async () => {
    const wrong = Array.from({ length: 8 }, (_, n) =>
      from(`203.0.113.${n}`).signIn(people.otherAdmin, 'wrong'),
    )
    // Passwords that there was no time to look at are no refusals.
    const told = (await Promise.all(wrong)).filter(({ body }) => body.code === 'wrong-password').length
    expect(told).toBeGreaterThan(1)
    await expect
      .poll(() => timesOf(people.otherAdmin, 'Wrong password'))
      .toEqual([`*: ${told}`, `valley-golf: ${told}`])
  })

  test('can not be told from the answer, and is no way to change what else is in a trail', async () => {
    const known = await from('198.51.100.11').signIn(people.door, 'wrong')
    expect(known.body).toEqual({ code: 'wrong-password' })
    await expect(hub.database.pool.query(`update audit_entry set after = null`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('a lockout', () => {
  test('is an entry the moment the account is closed, and what is refused then says so', async () => {
    const browser = from('198.51.100.20')
    for (let n = 0; n < 4; n++) await browser.signIn(people.door, 'wrong')
    expect(await refusalsOf(people.door, 'lockOut')).toEqual([])
    await browser.signIn(people.door, 'wrong')
    await expect
      .poll(() => timesOf(people.door, 'Wrong passwords', 'lockOut'))
      .toEqual(['*: 1', 'harbourside: 1'])

    expect((await browser.signIn(people.door, demoPassword)).body).toEqual({ code: 'too-many-attempts' })
    await expect.poll(() => timesOf(people.door, 'Locked')).toEqual(['*: 1', 'harbourside: 1'])
  })

  test('by wrong codes is one, too', async () => {
    const { answer } = await afterPassword(hub, people.admin, '198.51.100.21')
    for (let n = 0; n < 5; n++) await answer({ kind: 'code', code: '000000' })
    await expect
      .poll(() => timesOf(people.admin, 'Wrong codes', 'lockOut'))
      .toEqual(['*: 1', 'harbourside: 1'])
  })
})
