// Without I, L, O and U, which people take for others.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base = BigInt(digits.length)

/**
 * The number of a receipt, short enough to be read out: the ledger's transaction in letters and digits, and a last sign by
 * which a mistyped one is known. The ledger has given every transaction a number of its own already, so that no till waits
 * for another to get one.
 */
export function receiptNumberOf(transactionId: string): string {
  const body = inSigns(BigInt(transactionId))
  return `R-${body}${checkSign(body)}`
}

/** The transaction whose receipt has this number, or which is this; null for what can't be either. */
export function transactionOfReceipt(text: string): string | null {
  const typed = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{1,18}$/.test(typed)) return typed
  const signs = typed.slice(1).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (typed[0] !== 'R' || !/^[0-9A-HJKMNP-TV-Z]{2,13}$/.test(signs)) return null
  const body = signs.slice(0, -1)
  return checkSign(body) === signs.at(-1) ? String(numberOf(body)) : null
}

/** What a receipt's number can look like, for those who search. */
export function looksLikeReceipt(text: string): boolean {
  return /^r/i.test(text.trim()) && transactionOfReceipt(text) !== null
}

function inSigns(number: bigint): string {
  const rest = number / base
  return `${rest > 0n ? inSigns(rest) : ''}${digits[Number(number % base)]}`
}

function numberOf(signs: string): bigint {
  return [...signs].reduce((sum, sign) => sum * base + BigInt(digits.indexOf(sign)), 0n)
}

/** As the last digit of a card's number, of 32 signs instead of ten (Luhn). */
function checkSign(body: string): string {
  const sum = [...body].toReversed().reduce((total, sign, place) => {
    const value = digits.indexOf(sign) * (place % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / digits.length) + (value % digits.length)
  }, 0)
  return digits[(digits.length - (sum % digits.length)) % digits.length] ?? ''
}
