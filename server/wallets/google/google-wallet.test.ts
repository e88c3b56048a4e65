import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { newKeys } from '#server/wallets/signing'
import { startFakeGoogleWallet } from '#tests/fakes/fake-google-wallet.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, redesign, renameMember } from '#tests/records/passes.ts'
import { tellWallets } from '#tests/records/wallets.ts'

const businessId = 'harbourside'
const folder = mkdtempSync(join(tmpdir(), 'hub-google-'))
const keys = await newKeys()
let google: Awaited<ReturnType<typeof startFakeGoogleWallet>>
let hub: TestHub
beforeAll(async () => {
  google = await startFakeGoogleWallet(keys)
  writeFileSync(join(folder, 'account.json'), google.accountFile)
  hub = await startTestHub({
    HUB_PUBLIC_URL: 'https://hub.example',
    HUB_GOOGLE_WALLET_ISSUER_ID: '338',
    HUB_GOOGLE_WALLET_SERVICE_ACCOUNT: join(folder, 'account.json'),
    HUB_GOOGLE_WALLET_URL: google.url,
  })
})
afterAll(async () => {
  await hub.close()
  await google.close()
  rmSync(folder, { recursive: true })
})

type Payload = { payload: { loyaltyClasses: [object]; loyaltyObjects: [{ id: string }] } }

/** Where the way into Google Wallet leads. */
async function saveLink(at: TestHub, holderKey: string) {
  const { status, headers } = await at.as(null)(api.saveGooglePass, { params: { code: holderKey } })
  return { status, token: String(headers.location).replace('https://pay.google.com/gp/v/save/', '') }
}

/** Somebody whose pass is in Google Wallet, and what Google knows of it. */
async function saved() {
  const held = await heldPass(hub)
  const { token } = await saveLink(hub, held.holderKey)
  await tellWallets(hub)
  const [{ id }] = decodeJwt<Payload>(token).payload.loyaltyObjects
  return { ...held, known: () => google.things.get(`loyaltyObject/${id}`) }
}
const callsDuring = async (work: () => Promise<unknown>) => {
  google.calls.splice(0)
  await work()
  return google.calls.toSorted()
}

describe('the save link', () => {
  test('is signed by the service account and carries design and pass', async () => {
    const { holderKey, number } = await heldPass(hub)
    const { status, token } = await saveLink(hub, holderKey)
    expect(status).toBe(302)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })
    const { payload } = await jwtVerify<Payload>(token, keys.publicKey, {
      issuer: 'wallet@club.example',
      audience: 'google',
    })
    expect(payload).toMatchObject({ typ: 'savetowallet', origins: ['https://hub.example'] })
    expect(payload.payload.loyaltyClasses).toEqual([
      expect.objectContaining({
        id: '338.harbourside.member-card',
        issuerName: 'Harbourside Leagues Club',
        programName: 'Harbourside membership card',
        reviewStatus: 'UNDER_REVIEW',
        hexBackgroundColor: '#0b3b54',
        programLogo: expect.objectContaining({
          sourceUri: { uri: expect.stringMatching(/^https:\/\/hub\.example\/api\/files\//) },
        }),
        messages: [expect.objectContaining({ header: 'Open late on Fridays' })],
        linksModuleData: {
          uris: [
            { id: 'all-1', uri: 'tel:+61295550100', description: 'Call us' },
            { id: 'all-2', uri: 'mailto:reception@harbourside.example', description: 'Ask reception' },
            { id: 'all-3', uri: 'https://harbourside.example', description: 'Our website' },
          ],
        },
      }),
    ])
    expect(payload.payload.loyaltyObjects).toEqual([
      expect.objectContaining({
        classId: '338.harbourside.member-card',
        state: 'ACTIVE',
        accountId: number,
        barcode: expect.objectContaining({ type: 'QR_CODE' }),
        messages: [expect.objectContaining({ header: 'Hello Pat', body: 'You have 0 points to spend.' })],
      }),
    ])
  })

  test('of a wrong code is not found', async () => {
    expect((await saveLink(hub, 'p-no-such-key')).status).toBe(404)
  })

  test('is signed with a key of our own where there is no account', async () => {
    const own = await startTestHub()
    try {
      const { holderKey } = await heldPass(own)
      const { status, token } = await saveLink(own, holderKey)
      expect(status).toBe(302)
      expect(decodeJwt(token)).toMatchObject({ iss: 'wallet@localhost', aud: 'google' })
      const { rows } = await own.owner.query('select from google_pass')
      expect(rows).toEqual([])
      const { body } = await own.as(people.admin)(api.getWalletSetup, { params: { businessId } })
      expect(body.Google).toEqual({ IsReady: false })
    } finally {
      await own.close()
    }
  })
})

describe('Google hears', () => {
  test('of a pass once somebody saves it, and of what changes', async () => {
    const { known, memberId, passId } = await saved()
    expect(google.things.get('loyaltyClass/338.harbourside.member-card')).toBeDefined()
    expect(known()).toMatchObject({ state: 'ACTIVE', accountName: expect.stringContaining('Pat') })
    expect(
      await callsDuring(() => renameMember(hub, memberId, 'Philippa').then(() => tellWallets(hub))),
    ).toEqual(['PATCH loyaltyObject'])
    expect(known()).toMatchObject({ accountName: expect.stringContaining('Philippa') })
    await hub.as(people.reception)(api.revokePass, {
      params: { businessId, memberId, invitationId: passId },
      body: { Reason: 'Lent to a friend' },
    })
    await tellWallets(hub)
    expect(known()).toMatchObject({ state: 'INACTIVE' })
  })

  test('of a new design once, however many passes have it', async () => {
    await Promise.all([saved(), saved()])
    const calls = await callsDuring(async () => {
      await redesign(hub, { PassDescription: 'A new look' })
      await tellWallets(hub)
    })
    expect(calls.filter((call) => call === 'PATCH loyaltyClass')).toHaveLength(1)
    expect(google.things.get('loyaltyClass/338.harbourside.member-card')).toMatchObject({
      programName: 'A new look',
    })
  })

  test('later of what it could not take', async () => {
    const { known, memberId } = await saved()
    google.failures.push(503)
    await renameMember(hub, memberId, 'Phil')
    await expect(tellWallets(hub)).rejects.toThrow('Google Wallet answered 503')
    expect(known()).not.toMatchObject({ accountName: expect.stringContaining('Phil ') })
    await hub.tasks.tell_wallets!({ businessId } as never, { isLast: false })
    expect(known()).toMatchObject({ accountName: expect.stringContaining('Phil ') })
  })
})
