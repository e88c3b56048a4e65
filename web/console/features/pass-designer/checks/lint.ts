import { barcodeLabel, encodeBarcode, shownInstead } from '#contract/values/barcodes.ts'
import { contrast } from '#contract/values/colour-values.ts'
import type { Colour } from '#contract/values/colours.ts'
import { appleFront, cut } from '#contract/passes/pass-layout.ts'
import type { AdditionalField, PassDocument, ShownDocument } from '#contract/passes/pass-document.ts'
import { googleNeedsLogo, type PassImageType } from '#contract/passes/pass-images.ts'
import { passTokenOf, tokensIn } from '#contract/passes/pass-tokens.ts'
import { listedLinks } from '#wallet/google-lists.ts'
import { type PassView, shownBusinessName } from '#wallet/pass-view.ts'

export type Wallet = 'apple' | 'google'

/** Something that won't be as it is designed, and what can be done about it. */
export type Finding = {
  /** `refused` can't be saved or shown, `changed` is shown otherwise, `note` could be better. */
  readonly level: 'refused' | 'changed' | 'note'
  readonly text: string
  /** The part it is about, to be opened. */
  readonly path?: string
  readonly image?: PassImageType
  readonly fix?: { readonly label: string; readonly apply: (document: PassDocument) => PassDocument }
}

/** What a wallet will cut, replace or refuse of a design; `raw` is the same with its dynamic data not filled in. */
export function lint(raw: PassDocument, view: PassView, wallet: Wallet): Finding[] {
  return wallet === 'apple'
    ? [
        ...appleTexts(raw, view.document),
        ...barcode(view.document, 'apple'),
        ...applePictures(view),
        ...colours(raw),
      ]
    : [...googleTexts(view), ...barcode(view.document, 'google'), ...googlePictures(view)]
}

function appleTexts(raw: PassDocument, shown: ShownDocument): Finding[] {
  const { iOSLogoText, iOSPrimaryField, iOSAdditionalFields, PassDescription } = shown
  const found: Finding[] = []
  if ([...iOSLogoText].length > appleFront.logoText)
    found.push({
      level: 'changed',
      path: 'iOSLogoText',
      text: `The logo text is cut to “${cut(iOSLogoText, appleFront.logoText).trimEnd()}”.`,
    })
  if ([...iOSPrimaryField.Value].length > appleFront.primaryValue)
    found.push({
      level: 'changed',
      path: 'iOSPrimaryField',
      text: `“${iOSPrimaryField.Value}” may be cut: there is room for ${appleFront.primaryValue} characters.`,
    })
  if (PassDescription === '')
    found.push({ level: 'refused', path: 'PassDescription', text: 'Apple Wallet needs a description.' })
  const secondary = iOSAdditionalFields
    .map((field, index) => ({ field, path: `iOSAdditionalFields.${index}` }))
    .filter(({ field }) => field.FieldLocation === 'Secondary')
  for (const [place, { field, path }] of secondary.entries())
    found.push(...secondaryField(field, path, place))
  return [...found, ...needlessFormats(raw)]
}

function secondaryField(field: AdditionalField, path: string, place: number): Finding[] {
  const fix = { label: 'Move to the back', apply: toTheBack(path) }
  if (place >= appleFront.secondaryFields)
    return [
      {
        level: 'changed',
        path,
        fix,
        text: `There is no room for “${field.Label}”: the front has three fields.`,
      },
    ]
  if ([...field.Value].length <= appleFront.secondaryValue) return []
  const text = `“${field.Label}” is cut to “${cut(field.Value, appleFront.secondaryValue).trimEnd()}”.`
  return [{ level: 'changed', path, fix, text }]
}

const toTheBack = (path: string) => (document: PassDocument) => {
  const wanted = Number(path.split('.')[1])
  return withFields(document, (field, index) =>
    index === wanted ? { ...field, FieldLocation: 'Back' } : field,
  )
}

function withFields(
  document: PassDocument,
  change: (field: AdditionalField, index: number) => AdditionalField,
): PassDocument {
  return { ...document, iOSAdditionalFields: document.iOSAdditionalFields.map(change) }
}

function needlessFormats({ iOSAdditionalFields }: PassDocument): Finding[] {
  return iOSAdditionalFields.flatMap(({ Label, Value, CustomDateFormat }, index) => {
    if (CustomDateFormat === null || tokensIn(Value).some((name) => passTokenOf(name)?.isDate)) return []
    const apply = (document: PassDocument) =>
      withFields(document, (field, at) => (at === index ? { ...field, CustomDateFormat: null } : field))
    return [
      {
        level: 'note',
        path: `iOSAdditionalFields.${index}`,
        text: `“${Label}” has a date format but no date.`,
        fix: { label: 'Remove the format', apply },
      } satisfies Finding,
    ]
  })
}

function barcode({ BarcodeType, BarcodeDataFormat }: ShownDocument, wallet: Wallet): Finding[] {
  const path = 'BarcodeDataFormat'
  const shown = shownInstead(BarcodeType, wallet)
  const fix = {
    label: 'Use a QR code',
    apply: (document: PassDocument): PassDocument => ({ ...document, BarcodeType: 'QR_CODE' }),
  }
  const found: Finding[] = []
  if (shown !== BarcodeType)
    found.push({
      level: 'changed',
      path,
      fix,
      text:
        shown === 'None'
          ? 'Apple Wallet shows no text without a barcode: nothing is shown.'
          : `Apple Wallet has no ${barcodeLabel(BarcodeType)}: a ${barcodeLabel(shown)} is shown instead.`,
    })
  const encoded = encodeBarcode(BarcodeType, BarcodeDataFormat)
  if (encoded && 'problem' in encoded) found.push({ level: 'refused', path, fix, text: encoded.problem })
  return found
}

function applePictures({ images }: PassView): Finding[] {
  const pairs = [
    ['AppleIcon', 'AppleIcon2X', 'icon'],
    ['AppleLogo', 'AppleLogo2X', 'logo'],
    ['AppleStrip', 'AppleStrip2X', 'strip'],
  ] as const
  return pairs.flatMap(([small, large, name]): Finding[] => {
    if (images[small] && !images[large])
      return [{ level: 'note', image: large, text: `Without its Hi-Res picture the ${name} is blurred.` }]
    if (images[large] && !images[small])
      return [{ level: 'note', image: small, text: `Older phones need the ${name} in its usual size, too.` }]
    return []
  })
}

const white: Colour = { R: 255, G: 255, B: 255, A: 255 }
const black: Colour = { R: 0, G: 0, B: 0, A: 255 }
const readable = 4.5

function colours({ BackgroundColour, ForegroundColour }: PassDocument): Finding[] {
  if (contrast(BackgroundColour, ForegroundColour) >= readable) return []
  const isWhite = contrast(BackgroundColour, white) >= contrast(BackgroundColour, black)
  return [
    {
      level: 'note',
      text: 'The text is hard to read on this background.',
      fix: {
        label: isWhite ? 'Use white text' : 'Use black text',
        apply: (document) => ({ ...document, ForegroundColour: isWhite ? white : black }),
      },
    },
  ]
}

// What the reference of Google's loyalty class and object recommends, so that small screens show all of it: 20 characters
// for issuerName, programName, accountName, accountId and the description of a link, and 9 over 7 for what stands side by
// side on the front (the label and balance of loyaltyPoints). There may be ten messages.
const googleRoom = { name: 20, label: 9, value: 7, messages: 10 }

function googleTexts(view: PassView): Finding[] {
  const { document } = view
  const { Left, Right } = document.GooglePayPassCardFrontLabels
  const texts: (readonly [path: string, name: string, text: string, most: number])[] = [
    ['BusinessNameOverride', 'business name', shownBusinessName(view), googleRoom.name],
    ['PassDescription', 'description', document.PassDescription, googleRoom.name],
    ['GooglePayPassAccountOwnerName', 'member name', document.GooglePayPassAccountOwnerName, googleRoom.name],
    ['GooglePayPassAccountId', 'member ID', document.GooglePayPassAccountId, googleRoom.name],
    ['GooglePayPassCardFrontLabels.Left', 'left label', Left?.Label ?? '', googleRoom.label],
    ['GooglePayPassCardFrontLabels.Left', "left label's value", Left?.Value ?? '', googleRoom.value],
    ['GooglePayPassCardFrontLabels.Right', 'right label', Right?.Label ?? '', googleRoom.label],
    ['GooglePayPassCardFrontLabels.Right', "right label's value", Right?.Value ?? '', googleRoom.value],
    ...listedLinks(document).map(({ path, link: { Description } }) => {
      return [path, `link “${Description}”`, Description, googleRoom.name] as const
    }),
  ]
  const found = texts
    .filter(([, , text, most]) => [...text].length > most)
    .map(([path, name, , most]): Finding => {
      return { level: 'note', path, text: `Google Wallet has room for ${most} characters of the ${name}.` }
    })
  if (document.PassDescription === '')
    found.push({ level: 'refused', path: 'PassDescription', text: 'Google Wallet needs a description.' })
  for (const [audience, messages] of Object.entries(document.GooglePassMessages))
    if (messages.length > googleRoom.messages)
      found.push({
        level: 'changed',
        path: `GooglePassMessages.${audience}.${googleRoom.messages}`,
        text: `Google Wallet shows ${googleRoom.messages} messages: the others are left out.`,
      })
  return found
}

function googlePictures({ images, document }: PassView): Finding[] {
  const found: Finding[] = []
  if (!images.GoogleProgramLogo)
    found.push({ level: 'refused', image: 'GoogleProgramLogo', text: googleNeedsLogo })
  if (document.GooglePayPassBackgroundColour === null)
    found.push({ level: 'note', text: 'Google Wallet takes the background colour from the logo.' })
  return found
}
