import type { CardClaim, HeldCard } from '#contract/cards/card-claims.ts'
import { ask } from '#patron/kit/ask.ts'

/** The calls of the page behind a card's code. */
export function claimCallsOf(code: string) {
  const path = `/api/claims/${encodeURIComponent(code)}`
  return {
    look: () => ask<CardClaim>('GET', path),
    claim: (Secret: string) => ask<HeldCard>('POST', path, { Secret }),
    freshLink: () => ask<{ Message: string }>('POST', `${path}/link`),
    held: (Secret: string) => ask<HeldCard>('POST', '/api/cards/held', { Secret }),
  }
}
