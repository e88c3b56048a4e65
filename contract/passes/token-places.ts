import { type BarcodeType, barcodeLabel } from '#contract/values/barcodes.ts'
import type { PassDocument } from './pass-document.ts'
import { passTokenOf, type PassTokenName, tokensIn } from './pass-tokens.ts'
import type { PassPart } from './pass-words.ts'

const numbers: readonly PassTokenName[] = ['MembershipNumber', 'BadgeNumber', 'CardNumber']
const capitals: readonly PassTokenName[] = [...numbers, 'CouponCode']
const signs: readonly PassTokenName[] = [...capitals, 'EmailAddress', 'MobileNumber', 'PhoneNumber']

/** What can be written with the letters of a kind of barcode; the others hold any text. */
const heldBy: Partial<Record<BarcodeType, readonly PassTokenName[]>> = {
  EAN_8: numbers,
  EAN_13: numbers,
  ITF_14: numbers,
  UPC_A: numbers,
  CODABAR: numbers,
  CODE_39: capitals,
  CODE_128: signs,
}

/** A text of a design that doesn't take all dynamic data. */
export type TokenPlace = { readonly barcode: BarcodeType } | 'dates' | 'none'

/** What the text at a path takes; null for all there is. */
export function tokenPlaceAt(document: PassDocument, path: string): TokenPlace | null {
  if (path === 'BarcodeDataFormat') return { barcode: document.BarcodeType }
  if (path.includes('.AllMembers.')) return 'none'
  const [, index] = /^iOSAdditionalFields\.(\d+)\.Value$/.exec(path) ?? []
  const field = index === undefined ? undefined : document.iOSAdditionalFields[Number(index)]
  return field && field.CustomDateFormat !== null ? 'dates' : null
}

/** True if a piece of dynamic data can stand there. */
export function takesToken(place: TokenPlace | null, name: string): boolean {
  if (place === null) return true
  if (place === 'none') return false
  if (place === 'dates') return passTokenOf(name)?.isDate === true
  return heldBy[place.barcode]?.some((held) => held === name) ?? true
}

/** Why it can't. */
function refusal(place: Exclude<TokenPlace, 'none'>, name: string): string {
  if (place === 'dates')
    return `{${name}} is no date, and this field formats dates. Choose a date, or turn off ‘Format dates’.`
  const held = (heldBy[place.barcode] ?? []).map((token) => `{${token}}`)
  return `${barcodeLabel(place.barcode)} can not hold {${name}}. Choose another type, or one of ${held.join(', ')}.`
}

/**
 * The sentences for dynamic data that stands where it can't, by its path, in the parts that are changed: what was saved
 * before there was this rule stays as it is.
 */
export function misplacedTokens(
  document: PassDocument,
  changed: readonly PassPart[],
): Record<string, string> {
  const isChanged = (...parts: PassPart[]) => parts.some((part) => changed.includes(part))
  const barcode = isChanged('BarcodeType', 'BarcodeDataFormat') ? [document.BarcodeDataFormat] : []
  const fields = isChanged('iOSAdditionalFields') ? document.iOSAdditionalFields : []
  const texts = [
    ...barcode.map((text) => ['BarcodeDataFormat', text] as const),
    ...fields.map(({ Value }, index) => [`iOSAdditionalFields.${index}.Value`, Value] as const),
  ]
  const found: Record<string, string> = {}
  for (const [path, text] of texts) {
    const place = tokenPlaceAt(document, path)
    const name = tokensIn(text).find((token) => passTokenOf(token) && !takesToken(place, token))
    if (place && place !== 'none' && name !== undefined) found[path] = refusal(place, name)
  }
  return found
}
