import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noTenant } from '#platform/database'
import { createAccount, setDisabled } from '#server/identity/accounts'
import { accountPassword } from '#tests/browser.ts'
import { claimsIn, hour, startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

const newPassword = 'a new and long one'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

const reset = async (email: string) => {
  expect((await hub.newBrowser().post('reset', { email })).status).toBe(204)
  return hub.lastTicket()
}
const invite = async (uid: string) => {
  await hub.database.transaction(noTenant, (tx) => hub.identity.invite(tx, uid))
  return hub.lastTicket()
}
const use = (ticket: string, given = newPassword) =>
  hub.newBrowser().post('password', { ticket, password: given })
const refusedTicket = { status: 400, body: { code: 'invalid-ticket' } }

describe('a reset', () => {
  it('e-mails a link that says whose password it sets, and sets it', async () => {
    await hub.addAccount('rita@club.example')
    const ticket = await reset(' Rita@Club.Example')
    expect(hub.mails.at(-1)).toMatchObject({ kind: 'reset', to: 'rita@club.example' })
    expect(hub.mails.at(-1)?.body).toContain(`https://hub.test/set-password?ticket=${ticket}\n`)
    expect((await hub.newBrowser().post('ticket', { ticket })).body).toEqual({
      email: 'rita@club.example',
      displayName: expect.any(String),
      kind: 'reset',
    })
    expect((await use(ticket)).status).toBe(204)
    expect((await hub.newBrowser().signIn('rita@club.example')).body.code).toBe('wrong-password')
    expect((await hub.newBrowser().signIn('rita@club.example', newPassword)).status).toBe(200)
  })

  it('ends every session of the account', async () => {
    const uid = await hub.addAccount('sessions@club.example')
    const browsers = [hub.newBrowser(), hub.newBrowser()]
    const tokens = await Promise.all(browsers.map((browser) => browser.signIn('sessions@club.example')))
    await use(await reset('sessions@club.example'))
    for (const { body } of tokens)
      expect(await hub.identity.isLiveSession(String(claimsIn(body.token).sid), uid)).toBe(false)
    for (const browser of browsers) expect((await browser.post('token')).status).toBe(401)
  })

  it('lets in again who was shut out', async () => {
    await hub.addAccount('shut-out@club.example')
    for (let count = 0; count < 6; count++)
      await hub.newBrowser().signIn('shut-out@club.example', 'wrong password')
    await use(await reset('shut-out@club.example'))
    expect((await hub.newBrowser().signIn('shut-out@club.example', newPassword)).status).toBe(200)
  })

  it.each([
    ['not-an-address', 400, 'invalid-email'],
    ['nobody@club.example', 404, 'user-not-found'],
    ['disabled@harbourside.example', 403, 'user-disabled'],
    ['microsoft@club.example', 409, 'provider-not-supported'],
  ])('for %s is refused: %i %s', async (email, status, code) => {
    if (email.startsWith('microsoft')) {
      const uid = await hub.addAccount(email, { hasPassword: false })
      await hub.owner.query(`update identity.account set microsoft_key = 'tid.oid' where uid = $1`, [uid])
    }
    const sent = hub.mails.length
    const answer = await hub.newBrowser().post('reset', { email })
    expect([answer.status, answer.body]).toEqual([status, { code }])
    expect(hub.mails).toHaveLength(sent)
  })

  it('is recorded, and so is the new password, without either secret', async () => {
    const uid = await hub.addAccount('traced@club.example')
    hub.claims.set(uid, { businessId: 'harbourside', cherryPayRole: 'Door' })
    await use(await reset('traced@club.example'))
    const { rows } = await hub.owner.query(`select * from audit_entry where record_id = $1 order by id`, [
      uid,
    ])
    expect(rows).toMatchObject([
      {
        business_id: 'harbourside',
        action: 'requestReset',
        actor_id: '',
        record_name: 'traced@club.example',
      },
      {
        business_id: 'harbourside',
        action: 'setPassword',
        actor_id: uid,
        record_name: 'traced@club.example',
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(newPassword)
  })
})

describe('a ticket', () => {
  it('works once, also when it is used twice at the same moment', async () => {
    await hub.addAccount('once@club.example')
    const ticket = await reset('once@club.example')
    const other = await hub.startProcess()
    const answers = await Promise.all([
      use(ticket),
      other.newBrowser().post('password', { ticket, password: 'another long one' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
    expect(await use(ticket)).toMatchObject(refusedTicket)
    expect(await hub.newBrowser().post('ticket', { ticket })).toMatchObject(refusedTicket)
  })

  it('survives a password that is too short or absurdly long', async () => {
    await hub.addAccount('short@club.example')
    const ticket = await reset('short@club.example')
    for (const given of ['', 'nine char', 'x'.repeat(201)])
      expect(await use(ticket, given)).toMatchObject({ status: 400, body: { code: 'invalid-password' } })
    expect((await use(ticket, 'ten chars!')).status).toBe(204)
  })

  it.each([
    ['the commonest', '1234567890'],
    ['a common one', 'password123'],
    ['a common one in disguise', 'P@ssw0rd123'],
    ['a common one with a year', 'Password2026!'],
    ['a season', 'Summer2026!'],
    ['keys in a row', 'qwertyuiop'],
    ['a repetition', 'abcabcabcabc'],
    ['a date', '01/01/1990'],
    ['the own e-mail address', 'jo.rower@oars-club.example'],
    ['a part of it', 'JO.ROWER2026'],
    ['the club of it', 'oars-club1'],
    ['the own name', 'jorower1234'],
    ['the product', 'hubhub2026'],
    ['a letter, 199 times', `${'a'.repeat(199)}b`],
  ])('survives a password that is easily guessed: %s', async (_what, guessable) => {
    await hub.owner.query(`delete from identity.account where email = 'jo.rower@oars-club.example'`)
    const uid = await hub.addAccount('jo.rower@oars-club.example', { hasPassword: false })
    await hub.owner.query(`update identity.account set display_name = 'Jo Rower' where uid = $1`, [uid])
    const ticket = await invite(uid)
    expect(await use(ticket, guessable)).toMatchObject({ status: 400, body: { code: 'guessable-password' } })
    expect((await use(ticket, 'zebra umbrella')).status).toBe(204)
  })

  it.each([
    'demo-password',
    'correct horse battery',
    'kangaroo blue tram',
    'x7Gk2pQ9zL',
    'Łódź über 9000 fjords',
  ])('takes one that is not: %s', async (password) => {
    const uid = await hub.addAccount(`taken-${hub.mails.length}@club.example`, { hasPassword: false })
    expect((await use(await invite(uid), password)).status).toBe(204)
  })

  it('of a reset expires after an hour, of an invitation after 7 days', async () => {
    const uid = await hub.addAccount('late@club.example')
    const resetTicket = await reset('late@club.example')
    hub.advance(hour)
    expect(await use(resetTicket)).toMatchObject(refusedTicket)
    const invitation = await invite(uid)
    hub.advance(7 * 24 * hour - 1000)
    expect((await hub.newBrowser().post('ticket', { ticket: invitation })).status).toBe(200)
    hub.advance(1000)
    expect(await use(invitation)).toMatchObject(refusedTicket)
  })

  it('replaces the one before it of its kind, and no other', async () => {
    const uid = await hub.addAccount('twice@club.example', { hasPassword: false })
    const invitations = [await invite(uid), await invite(uid)] as const
    const resets = [await reset('twice@club.example'), await reset('twice@club.example')] as const
    const describeTicket = async (ticket: string) => (await hub.newBrowser().post('ticket', { ticket })).body
    expect(await describeTicket(invitations[0])).toEqual({ code: 'invalid-ticket' })
    expect(await describeTicket(resets[0])).toEqual({ code: 'invalid-ticket' })
    expect(await describeTicket(invitations[1])).toMatchObject({ kind: 'invitation' })
    expect(await describeTicket(resets[1])).toMatchObject({ kind: 'reset' })
  })

  it('takes every other ticket of its account with it when it sets a password', async () => {
    const uid = await hub.addAccount('several@club.example', { hasPassword: false })
    const invitation = await invite(uid)
    await use(await reset('several@club.example'))
    expect(await use(invitation)).toMatchObject(refusedTicket)
  })

  it('is of no use to a disabled account', async () => {
    const uid = await hub.addAccount('stopped@club.example')
    const ticket = await reset('stopped@club.example')
    await hub.database.transaction(noTenant, (tx) => setDisabled(tx, uid, true))
    expect(await use(ticket)).toMatchObject({ status: 403, body: { code: 'user-disabled' } })
  })

  it('that nobody issued is refused', async () => {
    expect(await use('made-up')).toMatchObject(refusedTicket)
  })
})

describe('an invitation', () => {
  it('lets a new user set a first password and sign in', async () => {
    const uid = await hub.addAccount('new@club.example', { hasPassword: false })
    const ticket = await invite(uid)
    expect(hub.mails.at(-1)).toMatchObject({
      kind: 'invitation',
      to: 'new@club.example',
      subject: 'Your Hub account',
    })
    expect((await use(ticket, accountPassword)).status).toBe(204)
    expect((await hub.newBrowser().signIn('new@club.example')).status).toBe(200)
  })

  it('goes to no account that signs in with Microsoft, and to none that is not there', async () => {
    const uid = await hub.addAccount('linked@club.example', { hasPassword: false })
    await hub.owner.query(`update identity.account set microsoft_key = 'tid.other' where uid = $1`, [uid])
    await expect(invite(uid)).rejects.toMatchObject({ status: 409, code: 'no_password' })
    await expect(invite('nobody')).rejects.toMatchObject({ status: 404 })
  })
})

describe('an account', () => {
  it('has an address of its own, whatever its case', async () => {
    await hub.addAccount('Mixed@Club.Example')
    await expect(hub.addAccount('mixed@club.example')).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
    })
  })

  it('is made with the caller’s other work or not at all', async () => {
    await expect(
      hub.database.transaction(noTenant, async (tx) => {
        await createAccount(tx, { email: 'half@club.example', displayName: 'Half' })
        throw new Error('the rest failed')
      }),
    ).rejects.toThrow('the rest failed')
    expect((await hub.newBrowser().signIn('half@club.example')).body.code).toBe('user-not-found')
  })
})
