import type { PointerEvent } from 'react'
import { drawnOn, pointIn, signatureBox, withStroke } from '#contract/visitors/strokes.ts'

type Props = {
  label: string
  value: string | null
  error: string | undefined
  /** Points may come faster than the page is drawn: each goes on from what is there by then. */
  onChange: (change: (now: string | null) => string | null) => void
}

const { width, height } = signatureBox

/** A box to sign in, with a finger, a pen or a mouse. */
export function SignaturePad({ label, value, error, onChange }: Props) {
  function begin(event: PointerEvent<SVGSVGElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    onChange((now) => withStroke(now, point))
  }
  function go(event: PointerEvent<SVGSVGElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const point = pointOf(event)
    onChange((now) => drawnOn(now, point))
  }
  return (
    <div className="signature">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={go}
      >
        <path d={value ?? ''} />
      </svg>
      {error && <p className="wrong">{error}</p>}
      <button type="button" className="button" disabled={value === null} onClick={() => onChange(() => null)}>
        Clear the signature
      </button>
    </div>
  )
}

const pointOf = (event: PointerEvent<SVGSVGElement>) =>
  pointIn(event.currentTarget.getBoundingClientRect(), event)
