import type { AdditionalField, AppleField, PassDocument } from '#contract/passes/pass-document.ts'
import { appleFront } from '#contract/passes/pass-layout.ts'
import { barcodes, encodeBarcode } from '#contract/values/barcodes.ts'
import type { Colour } from '#contract/values/colours.ts'
import { organisationOf, type ResolvedPass } from '#server/passes/issued'
import type { Relevance } from './relevance.ts'

/** What a pass says of where it comes from. */
export type PassOrigin = {
  readonly passTypeId: string
  readonly teamId: string
  /** Where the device asks for changes: Apple adds /v1 and the rest. */
  readonly webServiceUrl: string
  readonly authenticationToken: string
}

/** The pass as Apple Wallet reads it: the content of `pass.json`. */
export function passJson(pass: ResolvedPass, relevance: Relevance, origin: PassOrigin) {
  const { Document: document, State, DateExpires } = pass
  return {
    formatVersion: 1,
    passTypeIdentifier: origin.passTypeId,
    teamIdentifier: origin.teamId,
    serialNumber: pass.serial,
    webServiceURL: origin.webServiceUrl,
    authenticationToken: origin.authenticationToken,
    organizationName: organisationOf(pass),
    // Read out to those who can't see the pass, so it may not be empty.
    description: document.PassDescription || organisationOf(pass),
    logoText: document.iOSLogoText,
    backgroundColor: rgb(document.BackgroundColour),
    foregroundColor: rgb(document.ForegroundColour),
    labelColor: rgb(document.ForegroundColour),
    ...(State !== 'Active' && State !== 'Invited' && { voided: true }),
    ...(DateExpires !== null && { expirationDate: toTheSecond(DateExpires) }),
    ...(document.iOSSharingProhibited && { sharingProhibited: true }),
    ...locationsOf(relevance),
    ...daysOf(relevance),
    ...barcodesOf(document),
    // The one style that shows a strip behind its first field.
    storeCard: fieldsOf(document),
  }
}

// Apple takes dates to the minute or the second: a phone may refuse the whole pass for its milliseconds.
function toTheSecond(instant: string | Date): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z')
}

function fieldsOf(document: PassDocument) {
  const at = (location: AdditionalField['FieldLocation']) =>
    document.iOSAdditionalFields.filter(({ FieldLocation }) => FieldLocation === location)
  const field = (key: string, { Label, Value, ChangeMessage }: AppleField) => ({
    key,
    label: Label,
    value: Value,
    ...(ChangeMessage !== undefined && { changeMessage: ChangeMessage }),
  })
  return {
    primaryFields: [field('primary', document.iOSPrimaryField)],
    secondaryFields: at('Secondary')
      .slice(0, appleFront.secondaryFields)
      .map((each, index) => field(`secondary-${index + 1}`, each)),
    backFields: at('Back').map((each, index) => field(`back-${index + 1}`, each)),
  }
}

function locationsOf({ places }: Relevance) {
  if (places.length === 0) return {}
  return {
    locations: places.map(({ Latitude, Longitude, Text }) => ({
      latitude: Latitude,
      longitude: Longitude,
      relevantText: Text,
    })),
  }
}

// Phones from before `relevantDates` take one moment: that of the next.
function daysOf({ days }: Relevance) {
  const [next] = days
  if (!next) return {}
  return {
    relevantDate: toTheSecond(next.from),
    relevantDates: days.map(({ from, to }) => ({ startDate: toTheSecond(from), endDate: toTheSecond(to) })),
  }
}

/**
 * The barcode in the order of preference: as designed where Apple knows the kind, and a QR code for what can't show that.
 * Data that the kind can't hold goes into the QR code as it is.
 */
function barcodesOf({
  BarcodeType: type,
  BarcodeDataFormat: data,
  BarcodeDataLabelFormat: label,
}: PassDocument) {
  const encoded = encodeBarcode(type, data)
  if (encoded === null || type === 'None' || type === 'TEXT_ONLY' || data === '') return {}
  const message = 'text' in encoded ? encoded.text : data
  const native = 'text' in encoded ? barcodes[type].apple : null
  const formats = new Set([...(native ? [native] : []), 'PKBarcodeFormatQR' as const])
  return {
    barcodes: [...formats].map((format) => ({
      format,
      message,
      messageEncoding: isLatin(message) ? 'iso-8859-1' : 'utf-8',
      ...(label !== '' && { altText: label }),
    })),
  }
}

function isLatin(text: string): boolean {
  return [...text].every((character) => character.codePointAt(0)! < 0x100)
}

function rgb({ R, G, B }: Colour): string {
  return `rgb(${R}, ${G}, ${B})`
}
