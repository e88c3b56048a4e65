// Whoever knows what they look for types on at once: what comes before the palette has the focus is kept for it.

let typed = ''
let listening: AbortController | null = null
// If it doesn't come at all, the keys are the page's again.
const longestMs = 3_000

function hear(event: KeyboardEvent) {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  typed += event.key
}

/** The palette is on its way. */
export function listenAhead(): void {
  typed = ''
  listening?.abort()
  listening = new AbortController()
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(longestMs)])
  addEventListener('keydown', hear, { capture: true, signal })
}

/** It has the focus: what was typed until then. */
export function takeTyped(): string {
  listening?.abort()
  const words = typed
  typed = ''
  return words
}
