import { lazy, Suspense } from 'react'
import { barcodeLabel, barcodes, encodeBarcode, type BarcodeType } from '#contract/values/barcodes.ts'
import styles from './barcode.module.css'

const DrawnBarcode = lazy(() => import('./drawn-barcode.tsx'))

type Props = {
  type: BarcodeType
  data: string
  /** What stands under it for people. */
  label: string
}

/** A barcode on its white ground, or a sentence why there is none. */
export function PassBarcode({ type, data, label }: Props) {
  if (type === 'None') return null
  const encoded = encodeBarcode(type, data)
  const shape = type === 'TEXT_ONLY' ? 'text' : barcodes[type].isSquare ? 'square' : 'wide'
  return (
    <span className={styles.ground} data-shape={shape}>
      {type === 'TEXT_ONLY' || !encoded ? (
        <span className={styles.data}>{data}</span>
      ) : 'problem' in encoded ? (
        <span className={styles.problem}>{encoded.problem}</span>
      ) : (
        <span className={styles.code}>
          <Suspense>
            <DrawnBarcode type={type} text={encoded.text} alt={`${barcodeLabel(type)} of ${data}`} />
          </Suspense>
        </span>
      )}
      {label !== '' && <span className={styles.label}>{label}</span>}
    </span>
  )
}
