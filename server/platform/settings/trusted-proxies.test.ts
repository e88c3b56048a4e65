import { afterEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { messagesTo } from '#tests/records/cards.ts'
import { newMember } from '#tests/records/passes.ts'

let hub: TestHub
afterEach(() => hub.close())

type Peer = { remoteAddress?: string; headers: Record<string, string> }

const forged = { 'x-forwarded-for': '6.6.6.6, 10.0.0.9' }

/** Signs in from behind whatever is in front, and tells the address that the audit trail has of it. */
async function addressOf({ headers, remoteAddress = '10.0.0.1' }: Peer): Promise<string> {
  const payload = { email: people.admin, password: 'demo-password' }
  await hub.app.inject({ method: 'POST', url: api.signIn.path, payload, headers, remoteAddress })
  const { rows } = await hub.owner.query<{ address: string }>(
    `select address from audit_entry where action = 'signIn' order by id desc limit 1`,
  )
  return rows[0]!.address
}

/** The link to the next page of a list. */
async function nextPage({ headers, remoteAddress = '10.0.0.1' }: Peer): Promise<URL> {
  const authorization = `Bearer ${await hub.tokenOf(people.superAdmin)}`
  const url = `${api.listBusinesses.path}?limit=1`
  const answer = await hub.app.inject({ url, headers: { authorization, ...headers }, remoteAddress })
  return new URL(answer.json<{ _links: { next: { href: string } } }>()._links.next.href)
}

const elsewhere = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }

describe('behind one proxy', () => {
  test('what it says of its caller is believed, and not what the caller said before', async () => {
    hub = await startTestHub({ HUB_TRUST_PROXY: '1' })
    expect(await addressOf({ headers: forged })).toBe('10.0.0.9')
    expect(await addressOf({ headers: {} })).toBe('10.0.0.1')
  })

  test('its caller is who is limited', async () => {
    hub = await startTestHub({ HUB_TRUST_PROXY: '1' })
    const ask = async (i: number, caller: string) => {
      const headers = { 'x-forwarded-for': `6.6.6.${i % 250}, ${caller}` }
      return (await hub.app.inject({ url: api.getConsoleSettings.path, headers })).statusCode
    }
    for (let i = 0; i < 600; i++) await ask(i, '203.0.113.9')
    expect(await ask(601, '203.0.113.9')).toBe(429)
    expect(await ask(602, '203.0.113.10')).toBe(200)
  })
})

test('behind two, the address before both counts', async () => {
  hub = await startTestHub({ HUB_TRUST_PROXY: '2' })
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.2' }
  expect(await addressOf({ headers })).toBe('203.0.113.9')
})

test('of networks, only what is in one is believed', async () => {
  hub = await startTestHub({ HUB_TRUST_PROXY: '10.0.0.0/30, 2001:db8::/32, 192.0.2.7' })
  expect(await addressOf({ headers: forged })).toBe('10.0.0.9')
  expect(await addressOf({ headers: forged, remoteAddress: '::ffff:10.0.0.1' })).toBe('10.0.0.9')
  expect(await addressOf({ headers: forged, remoteAddress: '2001:db8::1' })).toBe('10.0.0.9')
  expect(await addressOf({ headers: forged, remoteAddress: '192.0.2.7' })).toBe('10.0.0.9')
  expect(await addressOf({ headers: forged, remoteAddress: '192.0.2.8' })).toBe('192.0.2.8')
  expect((await nextPage({ headers: elsewhere })).origin).toBe('https://evil.example')
  expect((await nextPage({ headers: elsewhere, remoteAddress: '192.0.2.8' })).hostname).toBe('localhost')
})

describe('without the setting', () => {
  test('nobody is believed, not even this machine', async () => {
    hub = await startTestHub()
    const headers = { ...forged, 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6;host=evil.example' }
    for (const remoteAddress of ['10.0.0.1', '127.0.0.1'])
      expect(await addressOf({ headers, remoteAddress })).toBe(remoteAddress)
    const next = await nextPage({ headers: { ...headers, ...elsewhere }, remoteAddress: '127.0.0.1' })
    expect(next.origin).toBe('http://localhost')
  })

  test('a host that is none is no failure', async () => {
    hub = await startTestHub()
    for (const host of ['[', 'a b', ''])
      expect((await nextPage({ headers: { host } })).hostname).toBe('localhost')
  })

  test('links in messages lead to us, whatever host the call names', async () => {
    hub = await startTestHub()
    const { memberId, MobileNumber } = await newMember(hub)
    const answer = await hub.as(people.reception)(api.inviteToPass, {
      params: { businessId: 'harbourside', memberId },
      body: { PassConfigurationId: 'member-card' },
      headers: { host: 'evil.example', ...elsewhere },
    })
    expect(answer.status).toBe(200)
    const [sms] = await messagesTo(hub, MobileNumber)
    expect(sms!.body).toContain('http://localhost/claim/')
  })
})
