import { codeKey } from './code-key.ts'

/** The check digit of EAN, UPC and ITF codes: from the right, digits weigh 3 and 1 in turn. */
export function checkDigit(body: string): string {
  const sum = [...body]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/** What a code that was scanned may stand for, the likeliest first. */
export function readingsOf(code: string): string[] {
  const spellings = spellingsOf(code)
  return [...spellings, ...spellings.flatMap(asGiven)]
}

/** The ways that one and the same code is written. */
export function spellingsOf(code: string): string[] {
  const key = codeKey(code)
  const spellings = [key]
  // Scanners read the twelve digits of a UPC-A as thirteen with a zero before them.
  if (/^0\d{12}$/.test(key)) spellings.push(key.slice(1))
  // The number of a card is printed in groups.
  if (/^\d+(-\d+)+$/.test(key)) spellings.push(key.replaceAll('-', ''))
  return spellings
}

/** A number without what it takes to draw it, and is added where it is missing: Codabar's letters, and a check digit. */
function asGiven(key: string): string[] {
  const [, between] = /^[A-D]([\d\-$:/.+]+)[A-D]$/.exec(key) ?? []
  if (between) return [between]
  const body = key.slice(0, -1)
  return /^(\d{8}|\d{12,14})$/.test(key) && key === body + checkDigit(body) ? [body] : []
}
