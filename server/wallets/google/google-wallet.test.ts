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
import { letPass, tellWallets } from '#tests/records/wallets.ts'

const businessId = 'harbourside'
const card = { businessId, passConfigurationId: 'member-card' }
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
/** Gives so many others a pass of the same design, and has Google to be told of all of them before anything else. */
async function giveOthers(passId: string, others: number) {
  await hub.owner.query(
    `insert into pass (business_id, pass_configuration_id, member_id, coupon_code, holder_hash, claimed_at, invited_to,
       issued_by_id, issued_by_name)
     select p.business_id, p.pass_configuration_id, m.member_id, 'copy' || lpad(m.n::text, 8, '0'),
       sha256(m.member_id::bytea), p.claimed_at, p.invited_to, p.issued_by_id, p.issued_by_name
     from pass p, (select member_id, row_number() over () as n from member where business_id = 'harbourside'
       and deleted_at is null and member_id not in (select member_id from pass) limit $2) m
     where p.pass_id = $1`,
    [passId, others],
  )
  await hub.owner.query(
    `with saved as (
       insert into google_pass (business_id, pass_id) select business_id, pass_id from pass
       where pass_configuration_id = (select pass_configuration_id from pass where pass_id = $1) returning *)
     insert into wallet_news (business_id, wallet, pass_id, queued_at)
     select business_id, 'google', pass_id, now() - interval '1 minute' from saved`,
    [passId],
  )
}
const pauses = async () =>
  (
    await hub.owner.query<{ minutes: number }>(
      `select distinct ceil(extract(epoch from not_before - now()) / 60)::integer as minutes from wallet_news
       where not_before is not null`,
    )
  ).rows.map(({ minutes }) => minutes)
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

  test('is refused where the design has no logo, and Google hears nothing of it', async () => {
    const { holderKey, passId } = await heldPass(hub, 'visitor-pass')
    const { status, error } = await hub.as(null)(api.saveGooglePass, { params: { code: holderKey } })
    expect(status).toBe(409)
    expect(error).toMatchObject({
      ErrorCode: 'no_google_logo',
      ErrorMessage: "This card can't be saved to Google Wallet yet. Google Wallet needs a logo.",
    })
    const { rowCount } = await hub.owner.query('select from google_pass where pass_id = $1', [passId])
    expect(rowCount).toBe(0)
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
    ).toEqual(['PUT loyaltyObject'])
    expect(known()).toMatchObject({ accountName: expect.stringContaining('Philippa') })
    await hub.as(people.reception)(api.revokePass, {
      params: { businessId, memberId, invitationId: passId },
      body: { Reason: 'Lent to a friend' },
    })
    await tellWallets(hub)
    expect(known()).toMatchObject({ state: 'INACTIVE' })
  })

  test('what is taken off a pass', async () => {
    await redesign(hub, { ExpiresAfterMonths: 12 })
    const { known } = await saved()
    expect(known()).toMatchObject({ barcode: {}, validTimeInterval: {} })
    const { body: before } = await hub.as(people.admin)(api.getPassConfiguration, { params: card })
    await redesign(hub, {
      BarcodeType: 'None',
      ExpiresAfterMonths: null,
      GooglePayPassBackgroundColour: null,
    })
    await tellWallets(hub)
    expect(known()).not.toHaveProperty('barcode')
    expect(known()).not.toHaveProperty('validTimeInterval')
    expect(google.things.get('loyaltyClass/338.harbourside.member-card')).not.toHaveProperty(
      'hexBackgroundColor',
    )
    const { BarcodeType, GooglePayPassBackgroundColour } = before
    await redesign(hub, { BarcodeType, GooglePayPassBackgroundColour })
    await tellWallets(hub)
  })

  test('of a new design once, however many passes have it', async () => {
    await Promise.all([saved(), saved()])
    const calls = await callsDuring(async () => {
      await redesign(hub, { PassDescription: 'A new look' })
      await tellWallets(hub)
    })
    expect(calls.filter((call) => call === 'PUT loyaltyClass')).toHaveLength(1)
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
    await letPass(hub)
    await hub.tasks.tell_wallets!({ businessId } as never, { isLast: false })
    expect(known()).toMatchObject({ accountName: expect.stringContaining('Phil ') })
  })

  test('of what comes after a hundred that it refuses', async () => {
    const other = await saved()
    const { body: copy } = await hub.as(people.admin)(api.duplicatePassConfiguration, {
      params: card,
      body: { DisplayName: 'Refused card' },
    })
    google.refusedClasses.add(`338.harbourside.${copy.PassConfigurationId}`)
    const { passId } = await heldPass(hub, copy.PassConfigurationId)
    await giveOthers(passId, 100)
    await hub.as(people.reception)(api.revokePass, {
      params: { businessId, memberId: other.memberId, invitationId: other.passId },
      body: { Reason: 'Lent to a friend' },
    })
    await expect(tellWallets(hub)).rejects.toThrow('Google Wallet answered 400 to PUT loyaltyClass')
    expect(other.known()).toMatchObject({ state: 'INACTIVE' })
    // They are tried again, a minute later and then two; the job fails as long as there are any.
    const tell = () => hub.tasks.tell_wallets!({ businessId } as never, { isLast: false })
    await expect(tell()).rejects.toThrow('101 passes wait until wallets can be told of them again')
    expect(await pauses()).toEqual([1])
    await letPass(hub)
    await expect(tell()).rejects.toThrow('Google Wallet answered 400')
    expect(await pauses()).toEqual([2])
    google.refusedClasses.clear()
    await letPass(hub)
    await tell()
    expect(await pauses()).toEqual([])
  })
})
