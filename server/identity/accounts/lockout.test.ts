import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/identity/passwords'
import { startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

const minute = 60_000
const here = '10.0.0.1'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

const fail = async (email: string, address: string, times: number) => {
  const codes: unknown[] = []
  for (let count = 0; count < times; count++)
    codes.push((await hub.newBrowser(address).signIn(email, 'wrong password')).body.code)
  return codes
}

describe('five failures from one address', () => {
  it('shut it out for 15 minutes, even with the right password', async () => {
    await hub.addAccount('five@club.example')
    await fail('five@club.example', here, 4)
    hub.advance(14 * minute)
    expect(await fail('five@club.example', here, 2)).toEqual(['wrong-password', 'too-many-attempts'])
    const browser = hub.newBrowser(here)
    expect(await browser.signIn('five@club.example')).toMatchObject({
      status: 429,
      body: { code: 'too-many-attempts' },
    })
    hub.advance(14 * minute)
    expect((await browser.signIn('five@club.example')).status).toBe(429)
    hub.advance(minute)
    expect((await browser.signIn('five@club.example')).status).toBe(200)
  })

  it('leave other addresses and other accounts alone', async () => {
    await hub.addAccount('here@club.example')
    await hub.addAccount('there@club.example')
    await fail('here@club.example', here, 6)
    expect((await hub.newBrowser('10.0.0.2').signIn('here@club.example')).status).toBe(200)
    expect((await hub.newBrowser(here).signIn('there@club.example')).status).toBe(200)
  })

  it('are not reached by failures further apart than 15 minutes', async () => {
    await hub.addAccount('slow@club.example')
    await fail('slow@club.example', here, 4)
    hub.advance(15 * minute)
    expect(await fail('slow@club.example', here, 4)).not.toContain('too-many-attempts')
  })

  it('are counted from anew after a success', async () => {
    await hub.addAccount('again@club.example')
    await fail('again@club.example', here, 4)
    expect((await hub.newBrowser(here).signIn('again@club.example')).status).toBe(200)
    expect(await fail('again@club.example', here, 5)).not.toContain('too-many-attempts')
  })

  it('shut out whoever asks for an account that does not exist', async () => {
    expect(await fail('ghost@club.example', here, 6)).toEqual([
      ...Array<string>(5).fill('user-not-found'),
      'too-many-attempts',
    ])
  })
})

it('twenty failures from anywhere shut every address out', async () => {
  await hub.addAccount('target@club.example')
  const codes: unknown[] = []
  for (let count = 0; count < 21; count++)
    codes.push(...(await fail('target@club.example', `10.1.0.${count}`, 1)))
  expect(codes.filter((code) => code === 'wrong-password')).toHaveLength(20)
  expect((await hub.newBrowser('10.2.0.1').signIn('target@club.example')).status).toBe(429)
  hub.advance(15 * minute)
  expect((await hub.newBrowser('10.2.0.1').signIn('target@club.example')).status).toBe(200)
})

describe('thirty failures of one address, whatever the accounts', () => {
  const guess = (address: string, count: number) =>
    hub.newBrowser(address).signIn(`guess-${count}@club.example`, 'wrong password')

  it('shut it out for 15 minutes, and no other', async () => {
    await hub.addAccount('spared@club.example')
    for (let count = 0; count < 30; count++)
      expect((await guess('10.3.0.1', count)).body.code).toBe('user-not-found')
    expect((await guess('10.3.0.1', 30)).body.code).toBe('too-many-attempts')
    expect((await hub.newBrowser('10.3.0.1').signIn('spared@club.example')).status).toBe(429)
    expect((await hub.newBrowser('10.3.0.2').signIn('spared@club.example')).status).toBe(200)
    hub.advance(15 * minute)
    expect((await hub.newBrowser('10.3.0.1').signIn('spared@club.example')).status).toBe(200)
  })

  it('are counted by network where addresses are many, and when they come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, count) => guess(`2001:db8:0:1::${count.toString(16)}`, count)),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('are not reached by a club whose people sign in', async () => {
    await hub.addAccount('club@club.example')
    for (let count = 0; count < 35; count++)
      expect((await hub.newBrowser('10.3.0.3').signIn('club@club.example')).status).toBe(200)
  })
})

it('successes do not use up the twenty', async () => {
  await hub.addAccount('busy@club.example')
  for (let count = 0; count < 25; count++)
    expect((await hub.newBrowser(here).signIn('busy@club.example')).status).toBe(200)
})

it('many attempts at once in two processes get no further than five', async () => {
  await hub.addAccount('swarm@club.example')
  const other = await hub.startProcess()
  const attempts = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? hub : other).newBrowser(here).signIn('swarm@club.example', 'wrong password'),
  )
  const codes = (await Promise.all(attempts)).map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'wrong-password')).toHaveLength(5)
  expect(codes.filter((code) => code === 'too-many-attempts')).toHaveLength(35)
  expect((await other.newBrowser(here).signIn('swarm@club.example')).status).toBe(429)
})

it('what there was no time to look at is no failure', async () => {
  const uid = await hub.addAccount('crowd@club.example')
  // Those of the account wait behind many others: for a good while one more of them has no place.
  const others = Array.from({ length: 60 }, (_, index) => hashPassword(`other ${index}`, 'a password'))
  const own = Array.from({ length: 5 }, () => hashPassword(uid, 'a password'))
  expect((await hub.newBrowser(here).signIn('crowd@club.example')).status).toBe(429)
  await Promise.all([...others, ...own])
  // Had it been counted, the right one after these would be one too many.
  expect(await fail('crowd@club.example', here, 4)).not.toContain('too-many-attempts')
  expect((await hub.newBrowser(here).signIn('crowd@club.example')).status).toBe(200)
})

it('asking for resets is limited likewise, and apart from signing in', async () => {
  await hub.addAccount('forgetful@club.example')
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await hub.newBrowser(here).post('reset', { email: 'forgetful@club.example' })).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  expect((await hub.newBrowser(here).signIn('forgetful@club.example')).status).toBe(200)
})

it('what has run out is removed', async () => {
  await fail('gone@club.example', here, 1)
  // As the former version left it behind.
  await hub.owner.query(`insert into identity.attempt values ('sign-in', 'gone@club.example', '', 1, $1)`, [
    hub.now(),
  ])
  hub.advance(16 * minute)
  await hub.identity.removeExpired()
  const { rows } = await hub.owner.query(
    'select expires_at from identity.attempt union all select expires_at from attempt',
  )
  expect(rows).toEqual([])
})
