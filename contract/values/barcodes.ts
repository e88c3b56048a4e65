import { checkDigit } from './drawn-codes.ts'

/** The kinds of barcodes that a pass can carry. */
export const barcodeTypes = [
  'QR_CODE',
  'AZTEC',
  'CODE_39',
  'CODE_128',
  'CODABAR',
  'DATA_MATRIX',
  'EAN_8',
  'EAN_13',
  'ITF_14',
  'PDF_417',
  'UPC_A',
  'TEXT_ONLY',
  'None',
] as const
export type BarcodeType = (typeof barcodeTypes)[number]

/** The kinds that are drawn. */
export type DrawnBarcodeType = Exclude<BarcodeType, 'TEXT_ONLY' | 'None'>

/** The names of bwip-js for the kinds it draws. */
type Symbology =
  | 'qrcode'
  | 'azteccode'
  | 'code39'
  | 'code128'
  | 'rationalizedCodabar'
  | 'datamatrix'
  | 'ean8'
  | 'ean13'
  | 'itf14'
  | 'pdf417'
  | 'upca'

type Barcode = {
  readonly label: string
  readonly symbology: Symbology
  readonly isSquare: boolean
  /** What Apple Wallet calls it; it shows a QR code instead of a kind it doesn't know. Google Wallet knows them all. */
  readonly apple: AppleBarcodeFormat | null
  /** What is to be drawn for the data, with its check digit; or why it can't be. */
  readonly encode: (data: string) => Encoded
}
export type AppleBarcodeFormat =
  | 'PKBarcodeFormatQR'
  | 'PKBarcodeFormatAztec'
  | 'PKBarcodeFormatPDF417'
  | 'PKBarcodeFormatCode128'
type Encoded = { readonly text: string } | { readonly problem: string }

const bytes = new TextEncoder()

/** Any text up to so many bytes. */
const anyText = (most: number) => (data: string) =>
  bytes.encode(data).length <= most
    ? { text: data }
    : { problem: `The data has more than the ${most} bytes that fit.` }

/** Only characters of an alphabet, up to as many as can still be read from a phone. */
const ofAlphabet = (alphabet: RegExp, sentence: string, most: number) => (data: string) => {
  if (!alphabet.test(data)) return { problem: sentence }
  return data.length <= most
    ? { text: data }
    : { problem: `More than ${most} characters are too many to be read from a phone.` }
}

/** So many digits with the check digit, which is added where it is missing. */
const digits = (length: number) => (data: string) => {
  if (!/^\d+$/.test(data) || (data.length !== length && data.length !== length - 1))
    return {
      problem: `The data must be ${length} digits, or ${length - 1} to have the check digit added.`,
    }
  const body = data.slice(0, length - 1)
  const check = checkDigit(body)
  if (data.length === length && !data.endsWith(check))
    return { problem: `The check digit must be ${check}, not ${data.at(-1)}.` }
  return { text: body + check }
}

const codabar = (data: string): Encoded => {
  const checked = ofAlphabet(
    /^([A-D][\d\-$:/.+]+[A-D]|[\d\-$:/.+]+)$/,
    'Codabar has digits and - $ : / . + alone, between two of the letters A to D.',
    40,
  )(data)
  return 'text' in checked && !/^[A-D]/.test(data) ? { text: `A${data}A` } : checked
}

/** What there is to know of each kind: one table for the builder, the previews and the wallets. */
export const barcodes: Readonly<Record<DrawnBarcodeType, Barcode>> = {
  QR_CODE: {
    label: 'QR code',
    symbology: 'qrcode',
    isSquare: true,
    apple: 'PKBarcodeFormatQR',
    encode: anyText(1000),
  },
  AZTEC: {
    label: 'Aztec',
    symbology: 'azteccode',
    isSquare: true,
    apple: 'PKBarcodeFormatAztec',
    encode: anyText(1000),
  },
  CODE_39: {
    label: 'Code 39',
    symbology: 'code39',
    isSquare: false,
    apple: null,
    encode: ofAlphabet(
      /^[\dA-Z \-.$/+%]+$/,
      'Code 39 has capital letters, digits, spaces and - . $ / + % alone.',
      40,
    ),
  },
  CODE_128: {
    label: 'Code 128',
    symbology: 'code128',
    isSquare: false,
    apple: 'PKBarcodeFormatCode128',
    encode: ofAlphabet(/^[\x20-\x7e]+$/, 'Code 128 has letters without accents, digits and signs alone.', 60),
  },
  CODABAR: {
    label: 'Codabar',
    symbology: 'rationalizedCodabar',
    isSquare: false,
    apple: null,
    encode: codabar,
  },
  DATA_MATRIX: {
    label: 'Data Matrix',
    symbology: 'datamatrix',
    isSquare: true,
    apple: null,
    encode: anyText(1000),
  },
  EAN_8: { label: 'EAN-8', symbology: 'ean8', isSquare: false, apple: null, encode: digits(8) },
  EAN_13: { label: 'EAN-13', symbology: 'ean13', isSquare: false, apple: null, encode: digits(13) },
  ITF_14: { label: 'ITF-14', symbology: 'itf14', isSquare: false, apple: null, encode: digits(14) },
  PDF_417: {
    label: 'PDF417',
    symbology: 'pdf417',
    isSquare: false,
    apple: 'PKBarcodeFormatPDF417',
    encode: anyText(500),
  },
  UPC_A: { label: 'UPC-A', symbology: 'upca', isSquare: false, apple: null, encode: digits(12) },
}

/** What people call a kind. */
export function barcodeLabel(type: BarcodeType): string {
  if (type === 'None') return 'No barcode'
  return type === 'TEXT_ONLY' ? 'Text only' : barcodes[type].label
}

/** What a wallet shows for a kind: Apple's has a QR code for the kinds it doesn't know, and no text without a code. */
export function shownInstead(type: BarcodeType, wallet: 'apple' | 'google'): BarcodeType {
  if (wallet === 'google' || type === 'None') return type
  if (type === 'TEXT_ONLY') return 'None'
  return barcodes[type].apple ? type : 'QR_CODE'
}

/** What is drawn for the data; or why it can't be. Null where there is nothing to draw. */
export function encodeBarcode(type: BarcodeType, data: string): Encoded | null {
  if (type === 'None' || type === 'TEXT_ONLY') return null
  return data === '' ? { problem: 'There is no data to draw.' } : barcodes[type].encode(data)
}
