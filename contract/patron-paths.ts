/** Where the addresses of pages for patrons begin. Phones load this file: it holds no more than the paths. */
export const patronPaths = {
  apply: '/apply/',
  renew: '/renew/',
  claim: '/claim/',
  contactChange: '/contact-change',
} as const

/** Where the card or the pass of a code is. */
export function claimPath(code: string): string {
  return patronPaths.claim + encodeURIComponent(code)
}

/** Where holders come back to from the payment page; their browser knows which card they came from. */
export const backToCardPath = `${patronPaths.claim}back`

/** Where the demo has people pay. */
export const testPaymentPath = `${patronPaths.apply}test-payment`
