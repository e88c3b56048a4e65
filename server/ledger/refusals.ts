import pg from 'pg'
import { conflict, Refusal } from '#platform/refusals'
import type { Account } from './accounts.ts'

/**
 * 409: an account has less than a transaction would take. Whoever knows what the account is to people
 * catches it and says so in better words.
 */
export class NotEnough extends Refusal {
  readonly account: Account
  readonly available: number

  constructor(account: Account, available: number) {
    super(409, 'not_enough', 'The balance is too small for this.')
    this.account = account
    this.available = available
  }
}

// The database's own refusals (migration 0012), in sentences.
const refusals: Readonly<Record<string, (detail: string) => Refusal>> = {
  HL002: (detail) => {
    const { available, ...account } = JSON.parse(detail) as Account & { available: number }
    return new NotEnough(account, available)
  },
  HL003: (detail) =>
    detail === 'Expired'
      ? holdExpired()
      : conflict('hold_settled', `This hold is ${detail.toLowerCase()} already.`),
  HL004: () => holdExpired(),
  HL005: (detail) => conflict('too_much', `This is more than the ${Number(detail) / 100} there is.`),
  HL006: () => conflict('taken_back', 'This has been reversed or refunded already.'),
  HL007: () => conflict('not_reversible', 'This can not be reversed.'),
}

// Whether the clock has been there already or not.
function holdExpired(): Refusal {
  return conflict('hold_expired', 'This hold has expired.')
}

/** Carries out a posting; what the database refuses becomes a refusal in words. */
export async function postingInWords<Result>(posting: Promise<Result>): Promise<Result> {
  try {
    return await posting
  } catch (error) {
    const refusal = error instanceof pg.DatabaseError && refusals[error.code ?? '']
    throw refusal ? refusal(error.detail ?? '') : error
  }
}
