import type { WalletSetup, walletsApi } from '#contract/wallets.ts'
import type { Handlers } from '#platform/call.ts'
import type { Tasks } from '#platform/jobs.ts'
import { getApplePass, saveGooglePass } from './claims.ts'
import { findUntold, tellTask } from './news.ts'
import type { Surroundings } from './surroundings.ts'
import { tellWallets } from './tell-wallets.ts'

export { serveAppleWallet } from './apple-service.ts'
export { makeLocalChain } from './local-chain.ts'
export { queueNews as queueWalletNews } from './news.ts'
export { createSigningPool } from './signing-pool.ts'
export type { SigningJob } from './signing-thread.ts'
export { type Surroundings as Wallets, surroundingsOf as walletsOf } from './surroundings.ts'

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
    },
    Google: { IsReady: google !== null },
  }
}

/** What wallets do in the background: telling phones and Google what has changed. */
export function walletTasks(around: Surroundings): Tasks {
  return {
    [tellTask]: (payload) => tellWallets(around, payload),
    find_untold_wallets: () => findUntold(around.database),
  }
}

export const walletSchedule = ['*/10 * * * * find_untold_wallets']
