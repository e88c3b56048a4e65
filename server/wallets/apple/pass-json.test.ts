import { describe, expect, test } from 'vitest'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { barcodes, barcodeTypes } from '#contract/values/barcodes.ts'
import type { ResolvedPass } from '#server/passes/issued'
import { googleClass, googleObject } from '#server/wallets/google'
import { passJson } from './pass-json.ts'

const origin = {
  passTypeId: 'pass.hub.test',
  teamId: 'TEAM',
  webServiceUrl: 'https://hub',
  authenticationToken: 't',
}
const googleOrigin = { issuerId: '338', businessId: 'club', publicUrl: 'https://hub' }

const passWith = (document: Partial<PassDocument>, rest: Partial<ResolvedPass> = {}): ResolvedPass => ({
  passId: '1',
  serial: 'serial',
  memberId: '1',
  passConfigurationId: 'card',
  businessName: 'The Club',
  FirstName: 'Ann',
  State: 'Active',
  CouponCode: 'CODE',
  DateExpires: null,
  changedAt: '2026-11-15T00:00:00Z',
  updateTag: 1,
  Images: [],
  ...rest,
  Document: { ...newPassDocument('Card'), ...document },
})
const apple = (document: Partial<PassDocument>, rest?: Partial<ResolvedPass>) =>
  passJson(passWith(document, rest), { places: [], days: [] }, origin)
const google = (document: Partial<PassDocument>, rest?: Partial<ResolvedPass>) =>
  googleObject(googleOrigin, passWith(document, rest))

const data: Record<string, string> = {
  EAN_8: '9638507',
  EAN_13: '400638133393',
  ITF_14: '1540014128876',
  UPC_A: '03600029145',
  CODABAR: 'A12345B',
}

describe('a barcode', () => {
  const drawn = barcodeTypes.filter((type) => type !== 'None' && type !== 'TEXT_ONLY')
  test.each(drawn)('%s is one that Apple knows, with a QR code to fall back on', (type) => {
    const { barcodes: shown } = apple({ BarcodeType: type, BarcodeDataFormat: data[type] ?? 'ABC123' })
    const formats = shown!.map(({ format }) => format)
    expect(formats.at(-1)).toBe('PKBarcodeFormatQR')
    expect(formats[0]).toBe(barcodes[type].apple ?? 'PKBarcodeFormatQR')
    expect(new Set(formats).size).toBe(formats.length)
  })

  test.each(drawn)('%s is one that Google knows', (type) => {
    const { barcode } = google({ BarcodeType: type, BarcodeDataFormat: data[type] ?? 'ABC123' })
    expect(barcode?.type).toBe(type)
  })

  test('has its check digit in either wallet', () => {
    const design = { BarcodeType: 'EAN_8', BarcodeDataFormat: '9638507' } as const
    expect(apple(design).barcodes![0]!.message).toBe('96385074')
    expect(google(design).barcode!.value).toBe('96385074')
  })

  test('whose data does not fit its kind is a QR code of it', () => {
    const design = { BarcodeType: 'EAN_13', BarcodeDataFormat: 'not digits' } as const
    expect(apple(design).barcodes).toMatchObject([{ format: 'PKBarcodeFormatQR', message: 'not digits' }])
    expect(google(design).barcode).toMatchObject({ type: 'QR_CODE', value: 'not digits' })
  })

  test.each(['None', 'TEXT_ONLY'] as const)('%s is none for Apple', (type) => {
    expect(apple({ BarcodeType: type, BarcodeDataFormat: 'ABC' }).barcodes).toBeUndefined()
  })

  test('text alone is shown by Google, and no data is no barcode', () => {
    expect(google({ BarcodeType: 'TEXT_ONLY', BarcodeDataFormat: 'ABC' }).barcode).toMatchObject({
      value: 'ABC',
    })
    expect(google({ BarcodeDataFormat: '' }).barcode).toBeUndefined()
    expect(apple({ BarcodeDataFormat: '' }).barcodes).toBeUndefined()
  })

  test('is encoded so that other letters than Latin ones survive', () => {
    const encodingOf = (text: string) => apple({ BarcodeDataFormat: text }).barcodes![0]!.messageEncoding
    expect(encodingOf('Zoë')).toBe('iso-8859-1')
    expect(encodingOf('Łukasz')).toBe('utf-8')
  })
})

describe('a pass', () => {
  test.each([
    ['Active', undefined, 'ACTIVE'],
    ['Revoked', true, 'INACTIVE'],
    ['Void', true, 'INACTIVE'],
    ['Expired', true, 'EXPIRED'],
  ] as const)('that is %s', (State, voided, state) => {
    expect(apple({}, { State }).voided).toBe(voided)
    expect(google({}, { State }).state).toBe(state)
  })

  test('shows no more on its front than there is room for', () => {
    const field = { Label: 'L', Value: 'V', FieldLocation: 'Secondary', CustomDateFormat: null } as const
    const { storeCard } = apple({ iOSAdditionalFields: Array.from({ length: 5 }, () => field) })
    expect(storeCard.secondaryFields).toHaveLength(3)
  })

  test('ends to the second: Apple refuses one whose date has milliseconds', () => {
    const DateExpires = '2027-06-30T13:59:59.123456Z'
    expect(apple({}, { DateExpires }).expirationDate).toBe('2027-06-30T13:59:59Z')
  })

  test('has on its front at Google the labels of the design alone, as it is designed', () => {
    const label = { Label: 'L', Value: 'V' }
    const rowsWith = (GooglePayPassCardFrontLabels: PassDocument['GooglePayPassCardFrontLabels']) => {
      const { classTemplateInfo: info } = googleClass(
        googleOrigin,
        passWith({ GooglePayPassCardFrontLabels }),
      )
      return info && JSON.stringify(info.cardTemplateOverride.cardRowTemplateInfos)
    }
    const both = rowsWith({ Left: label, Right: label })
    expect(both).toMatch(/^\[\{"twoItems":.*front_left.*front_right/)
    expect(both).not.toContain('account')
    expect(rowsWith({ Left: null, Right: label })).toMatch(/^\[\{"oneItem":.*front_right/)
    expect(rowsWith({ Left: null, Right: null })).toBeUndefined()
    expect(googleClass(googleOrigin, passWith({}))).toMatchObject({
      accountNameLabel: 'Member name',
      accountIdLabel: 'Member ID',
    })
  })

  test('has a description and a name even where the design leaves them out', () => {
    expect(apple({ PassDescription: '', BusinessNameOverride: null })).toMatchObject({
      description: 'The Club',
      organizationName: 'The Club',
    })
    expect(apple({ BusinessNameOverride: 'Other' }).organizationName).toBe('Other')
  })
})
