import { z } from 'zod'
import { claimCodes } from '#contract/cards/claim-codes.ts'
import { anyone, endpoint, file, may, redirect } from '#contract/endpoint.ts'
import { claimPath } from '#contract/patron-paths.ts'

/** Which wallets this installation can really put passes into. */
export const WalletSetup = z.object({
  Apple: z.object({
    /** False while passes are signed with certificates of the installation's own making, which no phone trusts. */
    IsReady: z.boolean(),
    /** It signs passes, and opens the way to the phones that hear of changes. */
    CertificateExpires: z.iso.datetime().nullable(),
    /** Apple's own, that it was issued under (WWDR). */
    AuthorityExpires: z.iso.datetime().nullable(),
  }),
  Google: z.object({
    /** False while no service account is set up: Google refuses what an unknown account has signed. */
    IsReady: z.boolean(),
  }),
})
export type WalletSetup = z.infer<typeof WalletSetup>

/** By the code that a pass is claimed with or the key that its holder has. Whatever is wrong with it, it is not found. */
const claim = '/api/claims/{code}'

// Made anew each time, and a pass takes a tenth of a second to sign; but a club's members share the address of its Wi-Fi.
const mostPerMinute = 300

/** By a link of the page of a card, which names itself. */
const byLink = { query: z.object({ page: z.string().optional() }), leadsBack: claimPath }

export const walletsApi = {
  getApplePass: endpoint({
    method: 'GET',
    path: `${claim}/apple.pkpass`,
    title: 'A pass for Apple Wallet',
    access: anyone,
    shows: ['pass', 'card'],
    rateLimits: claimCodes,
    mostPerMinute,
    ...byLink,
    output: file,
  }),
  saveGooglePass: endpoint({
    method: 'GET',
    path: `${claim}/google`,
    title: 'The way into Google Wallet for a pass',
    access: anyone,
    shows: ['pass', 'card'],
    rateLimits: claimCodes,
    mostPerMinute,
    ...byLink,
    output: redirect,
  }),
  getWalletSetup: endpoint({
    method: 'GET',
    path: '/api/cherryplay/v1/{businessId}/wallet-setup',
    title: 'Which wallets are set up',
    access: may('Pass.Design'),
    // It belongs to the installation.
    shows: [],
    output: WalletSetup,
  }),
}
