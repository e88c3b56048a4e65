import { expect, test } from 'vitest'
import { colourOfHex } from '#contract/values/colour-values.ts'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import { resolveDocument, type PassDocument } from '#contract/passes/pass-document.ts'
import type { PassImageUrls } from '#contract/passes/pass-images.ts'
import { sampleValues } from '#contract/passes/pass-tokens.ts'
import { lint, type Wallet } from './lint.ts'

const images: PassImageUrls = {
  AppleIcon: 'a',
  AppleIcon2X: 'b',
  AppleLogo: 'c',
  AppleLogo2X: 'd',
  GoogleProgramLogo: 'e',
}
const field = (Label: string, Value: string) =>
  ({ Label, Value, FieldLocation: 'Secondary', CustomDateFormat: null }) as const

function found(wallet: Wallet, changes: Partial<PassDocument>, pictures = images) {
  const raw = {
    ...newPassDocument('Card'),
    GooglePayPassBackgroundColour: colourOfHex('#0b3b54'),
    ...changes,
  }
  const view = { document: resolveDocument(raw, sampleValues), images: pictures, businessName: 'Club' }
  const findings = lint(raw, view, wallet)
  return { raw, findings, texts: findings.map(({ text }) => text) }
}

test('a new pass has nothing wrong for either wallet', () => {
  expect(found('apple', {}).texts).toEqual([])
  expect(found('google', {}).texts).toEqual([])
})

test('says what Apple cuts, and puts it right by moving it to the back', () => {
  const { raw, findings, texts } = found('apple', {
    iOSLogoText: 'Harbourside Guests',
    iOSPrimaryField: { Label: 'Member', Value: 'Mohammed Ali Papadopoulos' },
    iOSAdditionalFields: [
      field('Name', '{FullName}'),
      field('Two', '2'),
      field('Three', '3'),
      field('Four', '4'),
    ],
  })
  expect(texts).toEqual([
    'The logo text is cut to “Harbourside”.',
    '“Mohammed Ali Papadopoulos” may be cut: there is room for 24 characters.',
    '“Name” is cut to “Alexandra”.',
    'There is no room for “Four”: the front has three fields.',
  ])
  const fixed = findings[2]!.fix!.apply(raw)
  expect(fixed.iOSAdditionalFields[0]).toMatchObject({ Label: 'Name', FieldLocation: 'Back' })
  const shorter = { iOSLogoText: 'Club', iOSPrimaryField: { Label: 'Member', Value: 'Mo' } }
  expect(found('apple', { ...fixed, ...shorter }).texts).toEqual([])
})

test('says which barcode is shown instead, and why one can not be drawn', () => {
  const { raw, findings, texts } = found('apple', {
    BarcodeType: 'EAN_13',
    BarcodeDataFormat: '590123412345X',
  })
  expect(texts).toEqual([
    'Apple Wallet has no EAN-13: a QR code is shown instead.',
    'The data must be 13 digits, or 12 to have the check digit added.',
  ])
  expect(findings.map(({ level }) => level)).toEqual(['changed', 'refused'])
  expect(found('apple', findings[0]!.fix!.apply(raw)).texts).toEqual([])
  expect(found('google', { BarcodeType: 'CODE_39' }).texts).toEqual([])
  expect(found('apple', { BarcodeType: 'TEXT_ONLY' }).texts).toEqual([
    'Apple Wallet shows no text without a barcode: nothing is shown.',
  ])
})

test('finds text that is hard to read, and a colour that isn’t', () => {
  const grey = colourOfHex('#808080')!
  const { raw, findings, texts } = found('apple', { BackgroundColour: grey, ForegroundColour: grey })
  expect(texts).toEqual(['The text is hard to read on this background.'])
  expect(found('apple', findings[0]!.fix!.apply(raw)).texts).toEqual([])
})

test('a date format without a date is taken away', () => {
  const dated = { ...field('Number', '{MembershipNumber}'), CustomDateFormat: 'MM/yyyy' }
  const { raw, findings } = found('apple', { iOSAdditionalFields: [dated] })
  expect(findings).toMatchObject([{ text: '“Number” has a date format but no date.', level: 'note' }])
  expect(findings[0]!.fix!.apply(raw).iOSAdditionalFields[0]?.CustomDateFormat).toBeNull()
})

test('says which pictures are missing', () => {
  expect(found('apple', {}, { ...images, AppleStrip: 'x' }).findings).toMatchObject([
    { image: 'AppleStrip2X', text: 'Without its Hi-Res picture the strip is blurred.' },
  ])
  expect(found('apple', {}, { ...images, AppleStrip2X: 'x' }).findings).toMatchObject([
    { image: 'AppleStrip', text: 'Older phones need the strip in its usual size, too.' },
  ])
  expect(found('google', { GooglePayPassBackgroundColour: null }, {}).texts).toEqual([
    'Google Wallet needs a logo.',
    'Google Wallet takes the background colour from the logo.',
  ])
})

test('says where Google has less room, and what it leaves out', () => {
  const message = { Label: 'Hi', Value: 'there' }
  const { texts } = found('google', {
    PassDescription: 'A very long description of it',
    GooglePayPassCardFrontLabels: { Left: { Label: 'Membership', Value: '12345678' }, Right: null },
    GooglePassMessages: { AllMembers: Array.from({ length: 11 }, () => message), EachMember: [] },
    GooglePassLinks: {
      AllMembers: [{ Description: 'Everything about the club', UriValue: 'https://club.example' }],
      EachMember: [],
    },
  })
  expect(texts).toEqual([
    'Google Wallet has room for 20 characters of the description.',
    'Google Wallet has room for 9 characters of the left label.',
    "Google Wallet has room for 7 characters of the left label's value.",
    'Google Wallet has room for 20 characters of the link “Everything about the club”.',
    'Google Wallet shows 10 messages: the others are left out.',
  ])
})
