import type { GuessLimit } from './endpoint.ts'

/** The codes that cards and passes are claimed by: whoever tries them through is kept out, wherever they try. */
export const claimCodes: readonly GuessLimit[] = [{ kind: 'claim code', most: 20, minutes: 15 }]
