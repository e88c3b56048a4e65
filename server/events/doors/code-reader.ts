import type { Transaction } from '#platform/database'

/** Reads a code that is no member's own number, such as a pass's: whose it is, and whether it still holds. */
export type CodeReader = (
  tx: Transaction,
  code: string,
) => Promise<{ memberId: string; isActive: boolean } | null>

/** Knows no further codes. */
export const noOtherCodes: CodeReader = async () => null
