import { type PointerEvent, useEffect, useRef } from 'react'
import { drawnOn, pointIn, signatureBox, withStroke } from '#contract/visitors/strokes.ts'
import buttons from '#patron/kit/button.module.css'
import { Group } from '#patron/kit/fields.tsx'
import type { QuestionProps } from './question-props.ts'
import styles from './signature-field.module.css'

const { width, height } = signatureBox
// All answers are saved together, in a request that has to be small.
const longest = 8000

/** A box to sign in, with a finger, a pen or a mouse. */
export function SignatureField({ question, value, error, onAnswer }: QuestionProps) {
  const drawn = typeof value === 'string' ? value : null
  // Points may come faster than the page is drawn: each goes on from what is there by then.
  const latest = useRef(drawn)
  useEffect(() => {
    latest.current = drawn
  }, [drawn])
  const put = (next: string) => {
    if (next.length > longest) return
    latest.current = next
    onAnswer(next)
  }
  function begin(event: PointerEvent<SVGSVGElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    put(withStroke(latest.current, pointOf(event)))
  }
  function go(event: PointerEvent<SVGSVGElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) put(drawnOn(latest.current, pointOf(event)))
  }
  return (
    <Group
      legend={question.IsRequired ? question.Label : `${question.Label} (optional)`}
      help={question.Help || 'Sign with a finger, a pen or the mouse.'}
      error={error}
    >
      <svg
        className={styles.pad}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={drawn ? `${question.Label}: signed` : `${question.Label}: not signed yet`}
        onPointerDown={begin}
        onPointerMove={go}
      >
        <path d={drawn ?? ''} />
      </svg>
      {drawn && (
        <button type="button" className={`${buttons.link} ${styles.clear}`} onClick={() => onAnswer(null)}>
          Clear the signature
        </button>
      )}
    </Group>
  )
}

const pointOf = (event: PointerEvent<SVGSVGElement>) =>
  pointIn(event.currentTarget.getBoundingClientRect(), event)
