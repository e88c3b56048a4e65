import { useMemo } from 'react'
import type { DrawnBarcodeType } from '#contract/barcodes.ts'
import { drawBarcode } from './draw-barcode.ts'

/** A barcode as a picture. Loaded when the first one is shown: drawing them takes a lot of code. */
export default function DrawnBarcode({
  type,
  text,
  alt,
}: {
  type: DrawnBarcodeType
  text: string
  alt: string
}) {
  const source = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(drawBarcode(type, text))}`,
    [type, text],
  )
  return <img src={source} alt={alt} draggable={false} />
}
