import type { PassDocument, PassField, PassLink } from '#contract/passes/pass-document.ts'
import type { PassImageType } from '#contract/passes/pass-images.ts'
import { sortLinks } from '#contract/passes/pass-layout.ts'
import { passParts } from '#contract/passes/pass-words.ts'
import { encodeBarcode } from '#contract/values/barcodes.ts'
import { hexOf } from '#contract/values/colour-values.ts'
import { organisationOf, type ResolvedPass } from '#server/passes/issued'

/** What all passes of a design have in common; its document has nobody's values. */
export type Design = Pick<ResolvedPass, 'Document' | 'Images' | 'businessName' | 'passConfigurationId'>

/** Where the passes come from: whose they are, and where their pictures are for everyone to see. */
export type GoogleOrigin = {
  readonly issuerId: string
  readonly businessId: string
  readonly publicUrl: string
}

function classIdOf({ issuerId, businessId }: GoogleOrigin, { passConfigurationId }: Design): string {
  return `${issuerId}.${businessId}.${passConfigurationId}`
}

/** The design as Google Wallet's loyalty class. */
export function googleClass(origin: GoogleOrigin, design: Design) {
  const { Document: document } = design
  const name = organisationOf(design)
  return {
    id: classIdOf(origin, design),
    issuerName: name,
    programName: document.PassDescription.trim() || name,
    // A change is looked at by Google again, and shown meanwhile.
    reviewStatus: 'UNDER_REVIEW',
    ...image(origin, design, 'programLogo', 'GoogleProgramLogo'),
    ...image(origin, design, 'heroImage', 'GoogleHeroImage'),
    ...(document.GooglePayPassBackgroundColour && {
      hexBackgroundColor: hexOf(document.GooglePayPassBackgroundColour),
    }),
    messages: messages('all', document.GooglePassMessages.AllMembers),
    linksModuleData: links('all', document.GooglePassLinks.AllMembers),
    // What stands over the member's name and number, which the wallet shows under the card.
    accountNameLabel: passParts.GooglePayPassAccountOwnerName,
    accountIdLabel: passParts.GooglePayPassAccountId,
    ...front(document),
  }
}

function image({ publicUrl }: GoogleOrigin, design: Design, name: string, type: PassImageType) {
  const picture = design.Images.find(({ imageType }) => imageType === type)
  if (!picture) return {}
  return {
    [name]: {
      sourceUri: { uri: `${publicUrl}${picture.Url}` },
      contentDescription: { defaultValue: { language: 'en-AU', value: organisationOf(design) } },
    },
  }
}

const states = {
  Invited: 'ACTIVE',
  Active: 'ACTIVE',
  Expired: 'EXPIRED',
  Revoked: 'INACTIVE',
  Void: 'INACTIVE',
} as const

/** One member's pass, as Google Wallet's loyalty object. */
export function googleObject(origin: GoogleOrigin, pass: ResolvedPass) {
  const { Document: document, DateExpires } = pass
  const { Left, Right } = document.GooglePayPassCardFrontLabels
  return {
    id: `${origin.issuerId}.${pass.serial}`,
    classId: classIdOf(origin, pass),
    state: states[pass.State],
    accountName: document.GooglePayPassAccountOwnerName,
    accountId: document.GooglePayPassAccountId,
    ...barcode(document),
    textModulesData: [...textModule(leftId, Left), ...textModule(rightId, Right)],
    messages: messages('each', document.GooglePassMessages.EachMember),
    linksModuleData: links('each', document.GooglePassLinks.EachMember),
    ...(DateExpires !== null && {
      validTimeInterval: { end: { date: new Date(DateExpires).toISOString() } },
    }),
  }
}

const leftId = 'front_left'
const rightId = 'front_right'

function textModule(id: string, field: PassField | null) {
  return field ? [{ id, header: field.Label, body: field.Value }] : []
}

/** The front as the designer shows it: one row with the labels that the design has; without one, the wallet's own. */
function front({ GooglePayPassCardFrontLabels: { Left, Right } }: PassDocument) {
  const label = (id: string) => ({
    firstValue: { fields: [{ fieldPath: `object.textModulesData['${id}']` }] },
  })
  if (!Left && !Right) return {}
  const row =
    Left && Right
      ? { twoItems: { startItem: label(leftId), endItem: label(rightId) } }
      : { oneItem: { item: label(Left ? leftId : rightId) } }
  return { classTemplateInfo: { cardTemplateOverride: { cardRowTemplateInfos: [row] } } }
}

function barcode({
  BarcodeType: type,
  BarcodeDataFormat: data,
  BarcodeDataLabelFormat: label,
}: PassDocument) {
  if (type === 'None' || data === '') return {}
  const encoded = encodeBarcode(type, data)
  const isDrawable = encoded === null || 'text' in encoded
  return {
    barcode: {
      // What the kind can't hold, a QR code can.
      type: isDrawable ? type : 'QR_CODE',
      value: encoded && 'text' in encoded ? encoded.text : data,
      ...(label !== '' && { alternateText: label }),
    },
  }
}

// Google shows ten of each at the most.
const mostMessages = 10

function messages(scope: string, fields: readonly PassField[]) {
  return fields
    .slice(0, mostMessages)
    .map(({ Label, Value }, index) => ({ id: `${scope}-${index + 1}`, header: Label, body: Value }))
}

function links(scope: string, all: readonly PassLink[]) {
  return {
    uris: sortLinks(all).map(({ Description, UriValue }, index) => ({
      id: `${scope}-${index + 1}`,
      uri: UriValue,
      description: Description,
    })),
  }
}
