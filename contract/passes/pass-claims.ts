import { z } from 'zod'
import { shownOfClub } from '#contract/business/club-look.ts'
import { claimCodes } from '#contract/cards/claim-codes.ts'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { ShownDocument } from './pass-document.ts'
import { PassFace, PassState } from './passes.ts'

const path = '/api/pass-claims/{code}'

/** What the holder of a code sees of a pass. */
export const HeldPass = PassFace.extend({
  ...shownOfClub,
  Document: ShownDocument,
  FirstName: z.string(),
  /** Invited until it is claimed. */
  State: PassState,
  CouponCode: z.string(),
  DateExpires: z.iso.datetime().nullable(),
})
export type HeldPass = z.infer<typeof HeldPass>

export const passClaimsApi = {
  /**
   * By the code of an invitation, or the key that it was claimed with. A code that is wrong or used and a pass that was
   * revoked are not found, all alike.
   */
  getHeldPass: endpoint({
    method: 'GET',
    path,
    title: 'A digital membership card, for whoever has its code',
    access: anyone,
    shows: ['pass'],
    rateLimits: claimCodes,
    output: HeldPass,
  }),
  claimPass: endpoint({
    method: 'POST',
    path,
    title: 'Claim a digital membership card',
    access: anyone,
    changes: ['pass'],
    rateLimits: claimCodes,
    body: z.object({
      /**
       * What the pass will be known by from now on, made up by whoever claims it: should the answer be lost they know it
       * all the same.
       */
      HolderKey: z.string().regex(/^p-[\w-]{43}$/, 'The key is p- and 43 random letters.'),
    }),
    output: HeldPass,
  }),
  /** For whoever has used a code and lost what their browser kept. Nobody learns here whether the code was right. */
  requestPassLink: endpoint({
    method: 'POST',
    path: `${path}/link`,
    title: 'Ask for a fresh link to a digital membership card',
    access: anyone,
    changes: [],
    rateLimits: claimCodes,
    recordsItself: true,
    mostPerMinute: 30,
    output: z.object({ Message: z.string() }),
  }),
}
