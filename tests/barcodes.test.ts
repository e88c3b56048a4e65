import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { barcodes, encodeBarcode, shownInstead, type DrawnBarcodeType } from '#contract/values/barcodes.ts'
import { drawBarcode } from '#wallet/draw-barcode.ts'

// By itself it would fetch its program from the network.
const program = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })

/** What a scanner makes of a drawing. */
async function read(svg: string) {
  const picture = await sharp(Buffer.from(svg), { density: 288 })
    .flatten({ background: 'white' })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: 'white' })
    .png()
    .toBuffer()
  const [found] = await readBarcodes(new Blob([new Uint8Array(picture)]), { tryHarder: true })
  return found && { format: found.format, text: found.text }
}

// What is put in, and what a scanner reads: check digits and Codabar's letters are added, and a UPC-A is an EAN-13 with a zero.
const cases: Record<DrawnBarcodeType, [data: string, read: string, format: string]> = {
  QR_CODE: ['HB7K2Q9M4X', 'HB7K2Q9M4X', 'QRCode'],
  AZTEC: ['Zoë 10234', 'Zoë 10234', 'Aztec'],
  CODE_39: ['HB7K-2Q9', 'HB7K-2Q9', 'Code39'],
  CODE_128: ['hb7k2q9m4x', 'hb7k2q9m4x', 'Code128'],
  CODABAR: ['10234', 'A10234A', 'Codabar'],
  DATA_MATRIX: ['HB7K2Q9M4X', 'HB7K2Q9M4X', 'DataMatrix'],
  EAN_8: ['9638507', '96385074', 'EAN8'],
  EAN_13: ['590123412345', '5901234123457', 'EAN13'],
  ITF_14: ['1540014128876', '15400141288763', 'ITF'],
  PDF_417: ['HB7K2Q9M4X', 'HB7K2Q9M4X', 'PDF417'],
  UPC_A: ['03600029145', '0036000291452', 'EAN13'],
}

test.each(Object.entries(cases))('%s is drawn and read back', async (type, [data, text, format]) => {
  const encoded = encodeBarcode(type as DrawnBarcodeType, data)
  if (!encoded || 'problem' in encoded) throw new Error(`not drawn: ${encoded?.problem}`)
  expect(await read(drawBarcode(type as DrawnBarcodeType, encoded.text))).toEqual({ format, text })
})

test('a QR code that is drawn in haste reads the same', async () => {
  const svg = drawBarcode('QR_CODE', 'HB7K2Q9M4X', { isHasty: true })
  expect(svg).not.toBe(drawBarcode('QR_CODE', 'HB7K2Q9M4X'))
  expect(await read(svg)).toEqual({ format: 'QRCode', text: 'HB7K2Q9M4X' })
})

test.each<[DrawnBarcodeType, string, string]>([
  ['EAN_13', '5901234123450', 'The check digit must be 7, not 0.'],
  ['EAN_8', '12', 'The data must be 8 digits, or 7 to have the check digit added.'],
  ['CODE_39', 'lower', 'Code 39 has capital letters, digits, spaces and - . $ / + % alone.'],
  ['CODE_128', 'Zoë', 'Code 128 has letters without accents, digits and signs alone.'],
  ['CODABAR', 'E12E', 'Codabar has digits and - $ : / . + alone, between two of the letters A to D.'],
  ['CODE_39', 'X'.repeat(41), 'More than 40 characters are too many to be read from a phone.'],
  ['PDF_417', 'ë'.repeat(251), 'The data has more than the 500 bytes that fit.'],
  ['QR_CODE', '', 'There is no data to draw.'],
])('%s of %j says why it can not be drawn', (type, data, problem) => {
  expect(encodeBarcode(type, data)).toEqual({ problem })
})

test('Apple shows a QR code for every kind it does not know, Google each kind itself', () => {
  for (const type of Object.keys(barcodes) as DrawnBarcodeType[]) {
    expect(shownInstead(type, 'google')).toBe(type)
    expect(shownInstead(type, 'apple')).toBe(barcodes[type].apple ? type : 'QR_CODE')
  }
  expect([shownInstead('TEXT_ONLY', 'apple'), shownInstead('None', 'apple')]).toEqual(['None', 'None'])
})
