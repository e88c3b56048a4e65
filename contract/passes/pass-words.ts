import { barcodeLabel } from '#contract/values/barcodes.ts'
import { hexOf } from '#contract/values/colour-values.ts'
import {
  type AppleField,
  type PassDocument,
  type PassField,
  type PassLink,
  type PassLocation,
  partsForStaff,
} from './pass-document.ts'

export type PassPart = keyof PassDocument

/** What people call the parts of a design. */
export const passParts: Readonly<Record<PassPart, string>> = {
  DisplayName: 'Name',
  PassDescription: 'Description',
  BusinessNameOverride: 'Business name',
  BackgroundColour: 'Background colour',
  ForegroundColour: 'Text colour',
  GooglePayPassBackgroundColour: 'Google background colour',
  iOSLogoText: 'Logo text',
  iOSPrimaryField: 'Primary field',
  iOSAdditionalFields: 'Secondary and back fields',
  iOSLocations: 'Places',
  iOSComesUpAtVenues: 'Comes up at our venues',
  iOSComesUpForEvents: 'Comes up for our events',
  iOSSharingProhibited: 'No sharing in Apple Wallet',
  BarcodeType: 'Barcode type',
  BarcodeDataFormat: 'Barcode data',
  BarcodeDataLabelFormat: 'Barcode label',
  GooglePayPassAccountOwnerName: 'Member name',
  GooglePayPassAccountId: 'Member ID',
  GooglePayPassCardFrontLabels: 'Front labels',
  GooglePassMessages: 'Messages',
  GooglePassLinks: 'Links',
  PassUsageLimit: 'Usage limit',
  ExpiresAfterMonths: 'Expires after (months)',
  VoidWhenMemberDeleted: 'Ends when the member is deleted',
  VoidWhenUnfinancial: 'Ends when the member is unfinancial',
  InvitationSMSMessageBodyFormat: 'Invitation message',
  DependentOnRelatedTwoStepMembershipRequest: 'For two-step membership requests',
}

/** True if a change of these parts goes to the phones that have a pass of the design. */
export function isOnPhones(parts: readonly PassPart[]): boolean {
  return parts.some((part) => !(part in partsForStaff))
}

/** The parts in which two designs differ. */
export function differingParts(one: PassDocument, other: PassDocument): PassPart[] {
  return (Object.keys(passParts) as PassPart[]).filter(
    (part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]),
  )
}

type Line = Partial<PassField & PassLink & PassLocation & Pick<AppleField, 'ChangeMessage'>>

function inLine(line: Line): string {
  const { Label, Value, Description, UriValue, ChangeMessage, Text, Latitude, Longitude } = line
  if (Text !== undefined) return `${Text}: ${Latitude}, ${Longitude}`
  const said = ChangeMessage === undefined ? '' : ` (says “${ChangeMessage}”)`
  return `${Label ?? Description ?? ''}: ${Value ?? UriValue ?? ''}${said}`
}

/** What a part of a design is, in words. */
export function partInWords(document: PassDocument, part: PassPart): unknown {
  const value = document[part]
  if (part === 'BarcodeType') return barcodeLabel(document.BarcodeType)
  if (value === null || typeof value !== 'object') return value
  if ('R' in value) return hexOf(value)
  if (Array.isArray(value)) return value.map(inLine)
  if ('Label' in value) return inLine(value)
  return Object.values(value as Record<string, Line | Line[] | null>)
    .flat()
    .flatMap((line) => (line === null ? [] : [inLine(line)]))
}
