import type { RateLimit } from '#contract/endpoint.ts'

// The keys of holders are so long: nobody finds one by trying, and whoever has one must not be shut out by those who do.
const holderKeyLength = 43

/** The codes that cards and passes are claimed by: whoever tries them through is kept out, wherever they try. */
export const claimCodes: readonly RateLimit[] = [
  {
    kind: 'claim code',
    most: 20,
    minutes: 15,
    by: ({ params, address }) => {
      const { code = '' } = params as { code?: string }
      return code.length < holderKeyLength ? address : null
    },
  },
]
