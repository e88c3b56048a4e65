import type { WalletSetup, walletsApi } from '#contract/passes/wallets.ts'
import type { Handlers } from '#platform/call'
import type { Surroundings } from '#server/wallets/surroundings'
import { getApplePass, saveGooglePass } from './claims.ts'

/** The ways into the wallets. */
export function walletRoutes(around: Surroundings): Handlers<typeof walletsApi> {
  return {
    getApplePass: (call) => getApplePass(around, call),
    saveGooglePass: (call) => saveGooglePass(around, call),
    getWalletSetup: async () => setupOf(around),
  }
}

function setupOf({ trustedCertificates, google }: Surroundings): WalletSetup {
  return {
    Apple: {
      IsReady: trustedCertificates !== undefined,
      CertificateExpires: trustedCertificates?.expiresAt.toISOString() ?? null,
      AuthorityExpires: trustedCertificates?.authorityExpiresAt.toISOString() ?? null,
    },
    Google: { IsReady: google !== null },
  }
}
