/** What a signature is drawn with, for pages that have to be small: no schemas here. */

/** What a signature is drawn on: its points are whole numbers within this, whatever the screen. */
export const signatureBox = { width: 600, height: 200 } as const

/** Characters that a signature may have: some hundred strokes. */
export const longestSignature = 20_000

// Nothing but moves and lines between whole numbers: there is no way to write anything else into a page with it.
export const strokes = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/

export type Point = readonly [x: number, y: number]

/** A signature with one more stroke, which begins as a dot: a dot alone is seen, too. */
export function withStroke(signature: string | null, [x, y]: Point): string {
  const begun = `M${x} ${y}L${x === 0 ? 1 : x - 1} ${y}`
  return fitting(signature, begun)
}

/** The same with its last stroke going on; points that are not seen apart are left out. */
export function drawnOn(signature: string | null, [x, y]: Point): string {
  const [, lastX, lastY] = /(\d+) (\d+)$/.exec(signature ?? '') ?? []
  if (Math.hypot(x - Number(lastX), y - Number(lastY)) < closest) return signature ?? ''
  return fitting(signature, `L${x} ${y}`)
}

/** Where on it somebody points, of the box that it is shown in on a screen. */
export function pointIn(
  box: { left: number; top: number; width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { width, height } = signatureBox
  return [
    within(((clientX - box.left) / box.width) * width, width),
    within(((clientY - box.top) / box.height) * height, height),
  ]
}

const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most)

const closest = 3

/** Where there is no more room the signature is whole as it is. */
function fitting(signature: string | null, more: string): string {
  const now = signature ?? ''
  return now.length + more.length > longestSignature ? now : now + more
}
