import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { holdersOf } from '#server/members/codes'

/** The account that stands behind a card. */
export type OpenedAccount = { readonly externalAccountId: string; readonly cardNumber: string }

/**
 * Whoever keeps the accounts of cards. The built-in issuer keeps them in the ledger; a card processor would be another
 * adapter, which asks the processor in a job and answers from what that has brought.
 */
export type Issuer = {
  openAccount(tx: Transaction): Promise<OpenedAccount>
  /** A number for a plastic card to be printed with, whose account will be the bureau's. */
  numberPlastic(tx: Transaction): Promise<string>
}

/** The issuer that needs nobody else. */
export const ledgerIssuer: Issuer = {
  async openAccount(tx) {
    const externalAccountId = digits(12)
    const isTaken = await tx.maybe(sql`
      select from card where business_id = ${tx.businessId} and external_account_id = ${externalAccountId}`)
    return isTaken
      ? ledgerIssuer.openAccount(tx)
      : { externalAccountId, cardNumber: await ledgerIssuer.numberPlastic(tx) }
  },
  async numberPlastic(tx) {
    const cardNumber = newCardNumber()
    const holders = await holdersOf(tx, [cardNumber])
    return holders.length > 0 ? ledgerIssuer.numberPlastic(tx) : cardNumber
  },
}

// Numbers that begin with 9 and a country's number are that country's own to give: no payment card has one.
const prefix = '9036'

function newCardNumber(): string {
  const body = `${prefix}${digits(11)}`
  return `${body}${checkDigit(body)}`
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** The last digit of a card's number, by which a mistyped one is known (Luhn). */
function checkDigit(body: string): number {
  const sum = [...body].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** A card's number as people may see it. */
export function masked(cardNumber: string): string {
  return `**** **** **** ${cardNumber.slice(-4)}`
}
