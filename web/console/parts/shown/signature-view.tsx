import { signatureBox } from '#contract/visitors/strokes.ts'
import styles from './signature-view.module.css'

/** A signature as it was drawn. */
export function SignatureView({ strokes, label }: { strokes: string; label: string }) {
  const { width, height } = signatureBox
  return (
    <svg className={styles.signature} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={strokes} />
    </svg>
  )
}
