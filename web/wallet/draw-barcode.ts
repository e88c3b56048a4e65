import {
  azteccode,
  code128,
  code39,
  datamatrix,
  drawingSVG,
  ean13,
  ean8,
  itf14,
  pdf417,
  qrcode,
  rationalizedCodabar,
  upca,
} from 'bwip-js/browser'
import { barcodes, type DrawnBarcodeType } from '#contract/values/barcodes.ts'

const draw = {
  azteccode,
  code128,
  code39,
  datamatrix,
  ean13,
  ean8,
  itf14,
  pdf417,
  qrcode,
  rationalizedCodabar,
  upca,
}

// Bars as high as they are on a phone: a quarter of what stands on a packet.
const barHeight = 12

/**
 * Draws a barcode of text that fits its kind, as SVG: black on nothing, without a border. In haste, a QR code takes the
 * first of its eight patterns rather than the one that is read best: weighing them is most of the work.
 */
export function drawBarcode(type: DrawnBarcodeType, text: string, { isHasty = false } = {}): string {
  const { symbology, isSquare } = barcodes[type]
  const size = isSquare || symbology === 'pdf417' ? {} : { height: barHeight }
  const pattern = isHasty && type === 'QR_CODE' ? { mask: 1 } : {}
  return draw[symbology]({ bcid: symbology, text, ...size, ...pattern }, drawingSVG())
}
