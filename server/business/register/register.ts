import type { AbnLookupType, AbnRecord } from '#contract/business/business.ts'
import type { Queries } from '#platform/database'

/** A register of businesses that can be asked by name, ABN or ACN. */
export type BusinessRegister = {
  /** At most twenty entries that match. The text of a number has been checked and has no spaces. */
  find(type: AbnLookupType, text: string, db: Queries): Promise<AbnRecord[]>
}

export const mostResults = 20
