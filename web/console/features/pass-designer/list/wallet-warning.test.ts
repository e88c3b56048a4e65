import { expect, test } from 'vitest'
import { walletWarning } from './wallet-warning.ts'

const now = new Date('2026-11-15T10:00:00Z')
const setup = (apple: boolean, google: boolean, CertificateExpires: string | null = null) => ({
  Apple: { IsReady: apple, CertificateExpires, AuthorityExpires: null },
  Google: { IsReady: google },
})

test('names the wallets that take no passes', () => {
  const titleOf = (apple: boolean, google: boolean) => walletWarning(setup(apple, google), now)?.title
  expect(titleOf(false, false)).toBe('Passes can’t be added to Apple Wallet or Google Wallet yet.')
  expect(titleOf(false, true)).toBe('Passes can’t be added to Apple Wallet yet.')
  expect(titleOf(true, false)).toBe('Passes can’t be added to Google Wallet yet.')
})

test.each([
  ['2027-06-01T00:00:00Z', undefined],
  ['2026-12-01T12:00:00Z', 'Apple’s certificate runs out on 1 Dec 2026.'],
  ['2026-11-01T12:00:00Z', 'Apple’s certificate has run out.'],
])('of a certificate until %s: %s', (expires, title) => {
  expect(walletWarning(setup(true, true, expires), now)?.title).toBe(title)
})
