import { z } from 'zod'
import { barcodeTypes } from '#contract/values/barcodes.ts'
import { Colour } from '#contract/values/colours.ts'
import { Coordinates } from '#contract/values/coordinates.ts'
import { invitationLink } from './invitation-text.ts'
import { isDateFormat } from './pass-dates.ts'
import { linkKindOf } from './pass-layout.ts'
import { passTokenOf, type PassValues, resolveText, tokensIn } from './pass-tokens.ts'

/** A sentence for the first thing in braces that stands for nothing; null if all do. */
function unknownToken(text: string, beside?: string): string | null {
  const unknown = tokensIn(text).find((name) => !passTokenOf(name) && name !== beside)
  return unknown === undefined ? null : `There is no dynamic data called {${unknown}}.`
}

/** Text of a line has no line breaks. */
const line = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' '))
    .pipe(z.string().max(most))

const dynamic = <Schema extends z.ZodType<string>>(schema: Schema, beside?: string) =>
  schema.superRefine((text, context) => {
    const message = unknownToken(text, beside)
    if (message) context.addIssue({ code: 'custom', message })
  })

const fixed = (most: number, sentence: string) =>
  z
    .string()
    .max(most)
    .refine((text) => tokensIn(text).length === 0, sentence)

const Label = dynamic(line(60))
const Value = dynamic(z.string().max(1000))

/** A label and what stands under it. */
export const PassField = z.object({ Label, Value })
export type PassField = z.infer<typeof PassField>

/** Where the new value goes in what a phone says of a change. */
export const newValueMark = '%@'

/** What the phone says when the value of a field of Apple's pass has changed; it says nothing where there is none. */
const ChangeMessage = line(100)
  .refine(
    (text) => text.split(newValueMark).length === 2,
    `Write ${newValueMark} once in the notification, where the new value goes.`,
  )
  .refine(
    (text) => tokensIn(text).length === 0,
    `The notification can not use dynamic data: ${newValueMark} stands for the new value.`,
  )
  .optional()

/** A field of Apple's pass. */
export const AppleField = PassField.extend({ ChangeMessage })
export type AppleField = z.infer<typeof AppleField>

export const fieldLocations = ['Secondary', 'Back'] as const

/** A further field of the Apple pass, on its front or its back. */
export const AdditionalField = AppleField.extend({
  /** What was once called Auxiliary is Secondary. */
  FieldLocation: z.preprocess(
    (location) => (location === 'Auxiliary' ? 'Secondary' : location),
    z.enum(fieldLocations),
  ),
  /** How the dates in its value are written; null for the usual way. */
  CustomDateFormat: z
    .string()
    .refine(isDateFormat, 'Write the format with d, M and y, as in MM/yyyy.')
    .nullable()
    .default(null),
})
export type AdditionalField = z.infer<typeof AdditionalField>

const sameForAll = 'What all members see is the same for everyone and can not use dynamic data.'

/** A message that every member sees alike. */
export const SharedMessage = z.object({
  Label: line(60).refine((text) => tokensIn(text).length === 0, sameForAll),
  Value: fixed(1000, sameForAll),
})

/** A link of the Google pass. */
export const PassLink = z.object({
  Description: line(60),
  UriValue: fixed(500, 'A link can not use dynamic data.').refine(
    (uri) => linkKindOf(uri) !== null,
    'A link begins with mailto:, tel: or https://.',
  ),
})
export type PassLink = z.infer<typeof PassLink>

/** Apple takes no more. */
export const mostLocations = 10
export const longestPlaceText = 60

/** A place near which the phone shows the pass on its lock screen. */
export const PassLocation = Coordinates.extend({
  /** What stands beside the pass there. */
  Text: line(longestPlaceText)
    .refine((text) => text.trim() !== '', 'Write the text that the phone shows there.')
    .refine((text) => tokensIn(text).length === 0, 'The text of a place can not use dynamic data.'),
})
export type PassLocation = z.infer<typeof PassLocation>

const mostOfAList = 30
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(mostOfAList)

/** The design of a pass: what people make in the builder. Texts may name dynamic data in braces. */
export const PassDocument = z.object({
  /** What staff call it. */
  DisplayName: z.string().trim().min(1, 'A name is required.').max(100),
  PassDescription: dynamic(line(100)),
  /** Shown in place of the business's own name. */
  BusinessNameOverride: line(100).nullable(),
  BackgroundColour: Colour,
  ForegroundColour: Colour,
  /** Null for the background that Google takes from the logo. */
  GooglePayPassBackgroundColour: Colour.nullable(),
  iOSLogoText: dynamic(line(60)),
  iOSPrimaryField: AppleField,
  iOSAdditionalFields: list(AdditionalField),
  /** Places near which the phone brings the pass up. */
  iOSLocations: z
    .array(PassLocation)
    .max(mostLocations, `A pass can have ${mostLocations} places at the most. Remove one.`)
    .default([]),
  /** The same near the venues that are open, as far as it is known where they are. */
  iOSComesUpAtVenues: z.boolean().default(false),
  /** The same while people are let in to the next events that every member may come to. */
  iOSComesUpForEvents: z.boolean().default(false),
  /** Without a button to share it on the back of Apple's pass. */
  iOSSharingProhibited: z.boolean().default(false),
  BarcodeType: z.enum(barcodeTypes),
  BarcodeDataFormat: dynamic(z.string().max(500)),
  BarcodeDataLabelFormat: dynamic(line(100)),
  GooglePayPassAccountOwnerName: dynamic(line(100)),
  GooglePayPassAccountId: dynamic(line(100)),
  GooglePayPassCardFrontLabels: z.object({ Left: PassField.nullable(), Right: PassField.nullable() }),
  GooglePassMessages: z.object({ AllMembers: list(SharedMessage), EachMember: list(PassField) }),
  GooglePassLinks: z.object({ AllMembers: list(PassLink), EachMember: list(PassLink) }),
  /** How often a pass may be used at a door or till; null for as often as its member likes. */
  PassUsageLimit: z.number().int().min(1).max(1_000_000).nullable(),
  /** Months from its issue until a pass expires; null for never. */
  ExpiresAfterMonths: z
    .number()
    .int('Enter a whole number of months.')
    .min(1, 'Enter 1 or more months.')
    .max(240, 'A pass can be valid for 20 years at the most.')
    .nullable()
    .default(null),
  /** A pass ends when its member is deleted, or isn't financial any more. */
  VoidWhenMemberDeleted: z.boolean().default(true),
  VoidWhenUnfinancial: z.boolean().default(false),
  /** The text of the invitation; {Link} is where the pass is claimed, and comes at the end if it is left out. */
  InvitationSMSMessageBodyFormat: dynamic(z.string().max(480), invitationLink),
  DependentOnRelatedTwoStepMembershipRequest: z.boolean(),
})
export type PassDocument = z.infer<typeof PassDocument>

/** What no phone shows, and no member is told: a change of these alone goes to no phone. Migration 0075 has the same. */
export const partsForStaff = {
  DisplayName: true,
  PassUsageLimit: true,
  InvitationSMSMessageBodyFormat: true,
  DependentOnRelatedTwoStepMembershipRequest: true,
} as const satisfies { readonly [Part in keyof PassDocument]?: true }

/** The rest of a document: what its holder sees. */
export const ShownDocument = PassDocument.omit(partsForStaff)
export type ShownDocument = z.infer<typeof ShownDocument>

/** The document with its dynamic data filled in, all but the invitation, which has its own. Nothing is cut. */
export function resolveDocument(document: PassDocument, values: PassValues): PassDocument {
  const text = (format: string) => resolveText(format, values)
  const field = ({ Label: label, Value: value }: PassField) => ({ Label: text(label), Value: text(value) })
  const { Left, Right } = document.GooglePayPassCardFrontLabels
  return {
    ...document,
    PassDescription: text(document.PassDescription),
    iOSLogoText: text(document.iOSLogoText),
    iOSPrimaryField: { ...document.iOSPrimaryField, ...field(document.iOSPrimaryField) },
    iOSAdditionalFields: document.iOSAdditionalFields.map((additional) => ({
      ...additional,
      Label: text(additional.Label),
      Value: resolveText(additional.Value, values, additional.CustomDateFormat),
    })),
    BarcodeDataFormat: text(document.BarcodeDataFormat),
    BarcodeDataLabelFormat: text(document.BarcodeDataLabelFormat),
    GooglePayPassAccountOwnerName: text(document.GooglePayPassAccountOwnerName),
    GooglePayPassAccountId: text(document.GooglePayPassAccountId),
    GooglePayPassCardFrontLabels: { Left: Left && field(Left), Right: Right && field(Right) },
    GooglePassMessages: {
      AllMembers: document.GooglePassMessages.AllMembers,
      EachMember: document.GooglePassMessages.EachMember.map(field),
    },
  }
}
