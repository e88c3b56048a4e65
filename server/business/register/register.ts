import type { AbnLookupType, AbnRecord } from '#contract/business/business.ts'
import type { Queries } from '#platform/database'

/**
 * A register of businesses that can be asked by name, ABN or ACN: at most twenty entries that match. The text of a number
 * has been checked and has no spaces.
 */
export type BusinessRegister = OwnRegister | OutsideRegister

export type OwnRegister = {
  readonly isOutside: false
  find(type: AbnLookupType, text: string, db: Queries): Promise<AbnRecord[]>
}

/** Somebody else's: nothing of ours is held while it is asked. */
export type OutsideRegister = {
  readonly isOutside: true
  find(type: AbnLookupType, text: string): Promise<AbnRecord[]>
}

export const mostResults = 20
