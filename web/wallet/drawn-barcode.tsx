import { useEffect, useMemo, useState } from 'react'
import type { DrawnBarcodeType } from '#contract/values/barcodes.ts'
import { drawBarcode } from './draw-barcode.ts'

type Props = { type: DrawnBarcodeType; text: string; alt: string }

/**
 * A barcode as a picture: drawn in haste while its text is being typed, and with care after a pause. Loaded when the
 * first one is shown: drawing them takes a lot of code.
 */
export default function DrawnBarcode({ type, text, alt }: Props) {
  const isHasty = !useIsSettled(text)
  const svg = useMemo(() => drawBarcode(type, text, { isHasty }), [type, text, isHasty])
  // Its shapes alone, none of the text. As the address of an image it would be a document of its own with every keystroke.
  return <span role="img" aria-label={alt} dangerouslySetInnerHTML={{ __html: svg }} />
}

const pauseMs = 400

/** False from a change of the text until it has stayed for a moment; what is there from the start is settled. */
function useIsSettled(text: string): boolean {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}
