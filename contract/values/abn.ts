// The check digits of the Australian registers: https://abr.business.gov.au/Help/AbnFormat and ASIC's ACN note.
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const acnWeights = [8, 7, 6, 5, 4, 3, 2, 1]

/** The digits of an ABN or ACN as people write them, '51 824 753 556'. */
export function registerDigits(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** True for eleven digits whose check digits fit. */
export function isValidAbn(text: string): boolean {
  const digits = registerDigits(text)
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  const sum = abnWeights.reduce(
    (total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)),
    0,
  )
  return sum % 89 === 0
}

/** True for nine digits whose check digit fits. */
export function isValidAcn(text: string): boolean {
  const digits = registerDigits(text)
  return /^\d{9}$/.test(digits) && acnCheckDigit(digits) === Number(digits[8])
}

/** The ninth digit that the first eight of an ACN call for. */
export function acnCheckDigit(digits: string): number {
  const sum = acnWeights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return (10 - (sum % 10)) % 10
}

/** The ABN that a company with this ACN has: two check digits before the nine. */
export function abnOfAcn(acn: string): string {
  for (let check = 10; check < 100; check++) if (isValidAbn(`${check}${acn}`)) return `${check}${acn}`
  throw new Error(`no ABN for ${acn}`)
}

/** '51824753556' as '51 824 753 556'. */
export function formatAbn(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}
