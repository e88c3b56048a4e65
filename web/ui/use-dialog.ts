import { useEffect, useState } from 'react'

/**
 * A dialog that is open as long as it is mounted: `{isEditing && <EditUser onClose={…} />}`.
 * Spread `modal` on a Modal; `close` lets it fade, gives the focus back and then calls `onClose`.
 */
export function useDialog(onClose: () => void) {
  const [origin] = useState(focusOrigin)
  const [isOpen, setOpen] = useState(false)

  // A frame later, so that it is seen to open.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])

  const close = () => setOpen(false)
  const onExitTransitionEnd = () => {
    onClose()
    // The origin may be gone with the row it belonged to.
    const target = origin?.isConnected ? origin : document.querySelector('main')
    target?.focus()
  }
  return { close, modal: { opened: isOpen, onClose: close, onExitTransitionEnd, returnFocus: false } }
}

/** What has the focus now; of a menu, which is about to close, the button that opened it. */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const origin = opener ? document.querySelector(`#${CSS.escape(opener)}`) : active
  return origin instanceof HTMLElement ? origin : null
}
