import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patienceMs } from '#platform/outside'
import { newKeys } from '#server/wallets/signing'
import { startFakeGoogleWallet } from '#tests/fakes/fake-google-wallet.ts'
import { openSilentServer } from '#tests/fakes/silent-server.ts'
import { type GoogleService, googleServiceOf } from './google-account.ts'
import { googleApi, GoogleLater } from './google-api.ts'

let google: Awaited<ReturnType<typeof startFakeGoogleWallet>>
let service: GoogleService
const folder = mkdtempSync(join(tmpdir(), 'hub-google-'))
const serviceAccountFile = join(folder, 'account.json')
beforeAll(async () => {
  google = await startFakeGoogleWallet(await newKeys())
  writeFileSync(serviceAccountFile, google.accountFile)
  service = googleServiceOf({ url: google.url, issuerId: '338', serviceAccountFile })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await google.close()
})
beforeEach(() => google.calls.splice(0))

test('a file that is no service account is named', () => {
  expect(() => googleServiceOf({ ...service, serviceAccountFile: 'package.json' })).toThrow(
    'The file package.json of HUB_GOOGLE_WALLET_SERVICE_ACCOUNT is no key file of a Google service account.',
  )
})

test('changes what is there and adds what is not, with one token for all of it', async () => {
  const api = googleApi(service)
  await Promise.all([
    api.putClass({ id: '338.club.card' }),
    api.putObject({ id: '338.one', classId: '338.club.card' } as { id: string }),
  ])
  await api.putObject({ id: '338.one', state: 'INACTIVE' } as { id: string })
  // What isn't said again is there no more.
  expect(google.things.get('loyaltyObject/338.one')).toEqual({ id: '338.one', state: 'INACTIVE' })
  expect(google.calls.toSorted()).toEqual([
    'POST loyaltyClass',
    'POST loyaltyObject',
    'PUT loyaltyClass',
    'PUT loyaltyObject',
    'PUT loyaltyObject',
  ])
  expect(google.assertions).toEqual([
    expect.objectContaining({
      iss: 'wallet@club.example',
      scope: 'https://www.googleapis.com/auth/wallet_object.issuer',
    }),
  ])
})

test('what somebody else has added in between is changed', async () => {
  google.failures.push(404, 409)
  await googleApi(service).putClass({ id: '338.club.card' })
  expect(google.calls).toEqual(['PUT loyaltyClass', 'POST loyaltyClass', 'PUT loyaltyClass'])
})

test('a token that holds for a minute at the most is used all the same', async () => {
  google.letTokensHold(60)
  try {
    const api = googleApi(service)
    await api.putClass({ id: '338.club.card' })
    await api.putClass({ id: '338.club.card' })
    expect(google.calls.filter((call) => call === 'PUT loyaltyClass')).toHaveLength(2)
  } finally {
    google.letTokensHold(3600)
  }
})

describe('a failure', () => {
  test.each([429, 500, 503])('%i is one to try again', async (status) => {
    google.failures.push(status)
    await expect(googleApi(service).putClass({ id: '338.club.card' })).rejects.toThrow(GoogleLater)
  })

  test('400 is said as it is', async () => {
    google.failures.push(400)
    const failure = googleApi(service).putClass({ id: '338.club.card' })
    await expect(failure).rejects.toThrow('Google Wallet answered 400 to PUT loyaltyClass')
    await expect(failure).rejects.not.toThrow(GoogleLater)
  })

  test('404 to what is to be added is one, too', async () => {
    google.failures.push(404, 404)
    await expect(googleApi(service).putClass({ id: '338.new.card' })).rejects.toThrow(
      'Google Wallet answered 404 to POST loyaltyClass',
    )
  })

  test('to reach it is one to try again', async () => {
    const nowhere = googleApi({ ...service, url: 'http://127.0.0.1:9' })
    await expect(nowhere.putClass({ id: '338.club.card' })).rejects.toThrow(GoogleLater)
  })

  test('to answer at all is one, too', async () => {
    const silent = await openSilentServer()
    const putting = googleApi({ ...service, url: silent.url }).putClass({ id: '338.club.card' })
    await expect(putting).rejects.toThrow(GoogleLater)
    // The token, and the call.
    expect(silent.given).toEqual([patienceMs.ofJobs, patienceMs.ofJobs])
    await silent.close()
  })

  test('401 asks for another token the next time', async () => {
    const api = googleApi(service)
    await api.putClass({ id: '338.club.card' })
    google.endToken()
    await expect(api.putClass({ id: '338.club.card' })).rejects.toThrow(GoogleLater)
    await api.putClass({ id: '338.club.card' })
  })

  test('of the token is forgotten', async () => {
    const api = googleApi({ ...service, tokenUrl: `${google.url}/elsewhere` })
    await expect(api.putClass({ id: '338.club.card' })).rejects.toThrow('to the token')
  })
})
