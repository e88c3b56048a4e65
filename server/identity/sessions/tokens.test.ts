import { generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database'
import {
  claimsIn,
  hour,
  identitySecret,
  startTestIdentity,
  type TestIdentity,
} from '#tests/people/identity.ts'
import { createSigningKeys } from './signing-keys.ts'

const day = 24 * hour
const minute = hour / 60
const notSignedIn = { status: 401, code: 'not_signed_in' }

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
  await hub.addAccount('tess@club.example')
})
afterAll(() => hub.close())

const newToken = async () => (await hub.newBrowser().signIn('tess@club.example')).body.token ?? ''
const published = async (from: Pick<TestIdentity, 'newBrowser'> = hub) => {
  const { body } = await from.newBrowser().get('/identity/.well-known/jwks.json')
  return (body.keys ?? []).map(({ kid }) => kid)
}
const kidOf = (token: string) => decodeProtectedHeader(token).kid

describe('a token', () => {
  it('is signed by ES256 with a published key', async () => {
    const token = await newToken()
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256' })
    expect(await published()).toContain(kidOf(token))
  })

  it('publishes no private part of a key', async () => {
    const { body } = await hub.newBrowser().get('/identity/.well-known/jwks.json')
    for (const key of body.keys ?? [])
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('holds in every process, and in one that starts later', async () => {
    const token = await newToken()
    const other = await hub.startProcess()
    expect(await other.identity.verifyToken(token)).toMatchObject({ email: 'tess@club.example' })
  })

  it('expires after 10 minutes', async () => {
    const token = await newToken()
    hub.advance(10 * minute - 1000)
    await expect(hub.identity.verifyToken(token)).resolves.toBeDefined()
    hub.advance(1000)
    await expect(hub.identity.verifyToken(token)).rejects.toMatchObject(notSignedIn)
  })

  it('never outlives the 8 hours of its session', async () => {
    const browser = hub.newBrowser()
    const { auth_time: began } = claimsIn((await browser.signIn('tess@club.example')).body.token)
    hub.advance(8 * hour - minute)
    const { body } = await browser.post('token')
    const end = Number(began) + 8 * 60 * 60
    expect(claimsIn(body.token).exp).toBe(end)
    expect(Date.parse(body.expiresAt ?? '')).toBe(end * 1000)
    await expect(hub.identity.verifyToken(body.token ?? '')).resolves.toBeDefined()
    hub.advance(minute)
    await expect(hub.identity.verifyToken(body.token ?? '')).rejects.toMatchObject(notSignedIn)
  })

  it('is good for 10 minutes at any time where a session has no such end', async () => {
    const uid = await hub.addAccount('wall@club.example')
    hub.claims.set(uid, { hubAdminApiRole: 'SuperAdmin', autoLogOut: false })
    const browser = hub.newBrowser()
    await browser.signIn('wall@club.example')
    hub.advance(8 * hour - minute)
    const claims = claimsIn((await browser.post('token')).body.token)
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
  })

  it('is refused when it was changed, is unsigned or is no token at all', async () => {
    const token = await newToken()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const raised = Buffer.from(JSON.stringify({ ...claimsIn(token), sub: 'somebody-else' })).toString(
      'base64url',
    )
    const unsigned = new UnsecuredJWT(claimsIn(token)).encode()
    const noneHeader = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [
      `${header}.${raised}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${noneHeader}.${payload}.`,
      unsigned,
      'rubbish',
      '',
    ])
      await expect(hub.identity.verifyToken(forged), forged).rejects.toMatchObject(notSignedIn)
  })

  it("is refused when another key signed it under our key's name", async () => {
    const token = await newToken()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const forge = (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claimsIn(token)).setProtectedHeader({ alg, kid: kidOf(token) ?? '' }).sign(key)
    await expect(hub.identity.verifyToken(await forge('ES256', privateKey))).rejects.toMatchObject(
      notSignedIn,
    )
    // The old trick: the public key taken for a shared secret.
    const shared = Buffer.from(JSON.stringify(publicKey.export({ format: 'jwk' })))
    await expect(hub.identity.verifyToken(await forge('HS256', shared))).rejects.toMatchObject(notSignedIn)
  })

  it('that names a key there is not costs one look into the database, however many do', async () => {
    let looks = 0
    const database = { ...hub.database, forTenant: (id: string) => (looks++, hub.database.forTenant(id)) }
    const keys = createSigningKeys(database, identitySecret, hub.now)
    const { kid } = await keys.current()
    const forged = Array.from({ length: 200 }, (_, n) => keys.find(`forged ${n}`))
    expect(await Promise.all(forged)).toEqual(forged.map(() => null))
    expect(looks).toBe(2)
    // One that another process made meanwhile is found all the same, a moment later.
    hub.advance(2000)
    expect(await Promise.all([keys.find('forged'), keys.find('as well'), keys.find(kid)])).toMatchObject([
      null,
      null,
      {},
    ])
    expect(looks).toBe(3)
  })

  it.each([
    ['issuer', { iss: 'urn:somebody:else' }],
    ['audience', { aud: 'urn:another:api' }],
    ['expiry', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['session', { sid: undefined }],
    ['audience', { aud: undefined }],
    ['expiry', { exp: undefined }],
  ])('is refused with a wrong or missing %s, though our key signed it', async (_what, wrong) => {
    const right = claimsIn(await newToken())
    const { kid, privateKey } = await createSigningKeys(hub.database, identitySecret, hub.now).current()
    const sign = (claims: object) =>
      new SignJWT({ ...right, ...claims }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    await expect(hub.identity.verifyToken(await sign({}))).resolves.toBeDefined()
    await expect(hub.identity.verifyToken(await sign(wrong))).rejects.toMatchObject(notSignedIn)
  })

  it('is not called wrong when the database could not be asked', async () => {
    const database = openDatabase('postgres://nobody@127.0.0.1:1/none')
    const { identity } = await hub.startProcess({ database })
    await expect(identity.verifyToken(await newToken())).rejects.not.toMatchObject(notSignedIn)
    await database.close()
  })
})

describe('the signing key', () => {
  it('is followed by one that is published a day before it signs; the old stays until its last token has expired', async () => {
    hub.advance(100 * day)
    const first = kidOf(await newToken()) ?? ''
    hub.advance(29 * day - hour)
    expect(await published()).toEqual([first])

    hub.advance(hour)
    const [, second = ''] = await published()
    expect(await published()).toEqual([first, second])
    expect(kidOf(await newToken())).toBe(first)

    hub.advance(day - minute)
    const lastOfFirst = await newToken()
    expect(kidOf(lastOfFirst)).toBe(first)

    hub.advance(minute)
    expect(kidOf(await newToken())).toBe(second)
    hub.advance(9 * minute - 1000)
    await expect(hub.identity.verifyToken(lastOfFirst)).resolves.toBeDefined()

    hub.advance(7 * minute)
    expect(await published()).toEqual([second])
  })

  it('is followed by one, not by one for each process', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => hub.startProcess()))
    hub.advance(29 * day)
    const answers = await Promise.all(processes.map((process) => published(process)))
    for (const kids of answers) expect(kids).toEqual(answers[0])
    expect(answers[0]).toHaveLength(2)
  })

  it('is made at once after a long time without any', async () => {
    hub.advance(100 * day)
    const token = await newToken()
    await expect(hub.identity.verifyToken(token)).resolves.toBeDefined()
    expect(await published()).toEqual([kidOf(token)])
  })

  it('is replaced when the secret has changed; what it signed still holds', async () => {
    const token = await newToken()
    const other = await hub.startProcess({ secret: 'another secret, just as long as the first' })
    await expect(other.identity.verifyToken(token)).resolves.toBeDefined()
    const { body } = await other.newBrowser().signIn('tess@club.example')
    expect(kidOf(body.token ?? '')).not.toBe(kidOf(token))
    await expect(hub.identity.verifyToken(body.token ?? '')).resolves.toBeDefined()
  })
})
