import { createContext } from 'react'

/** What has the focus now; of a menu, which is about to close, the button that opened it. */
export function focusOrigin(): HTMLElement | null {
  const active = document.activeElement
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const origin = opener ? document.querySelector(`#${CSS.escape(opener)}`) : active
  // The body has it where what had it is gone, as the palette is when what it began opens: that is no way back.
  return origin instanceof HTMLElement && origin !== document.body ? origin : null
}

/** What had the focus when something was opened whose code was yet to come: a menu may be gone by the time it is there. */
export const OpenedFrom = createContext<HTMLElement | null>(null)
