import { useContext, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { OpenedFrom } from './opened-from.ts'

/**
 * A dialog that is open as long as it is mounted: `{isEditing && <EditUser onClose={…} />}`.
 * Spread `modal` on a Modal; `close` lets it fade, gives the focus back and then calls `onClose`. One that takes another's
 * place is open from the start.
 */
export function useDialog(onClose: () => void, isNext = false) {
  const openedFrom = useContext(OpenedFrom)
  const [origin] = useState(() => focusOrigin(document.activeElement) ?? focusOrigin(openedFrom))
  const [openedAt] = useState(() => location.pathname)
  const [isOpen, setOpen] = useState(isNext)

  // A frame later, so that it is seen to open.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])

  const close = () => setOpen(false)
  const onExitTransitionEnd = () => {
    onClose()
    // The origin may be gone with the row it belonged to, or be about to go with its page.
    const isStill = origin?.isConnected && location.pathname === openedAt
    if (isStill) origin.focus()
    else if (!document.activeElement?.matches('main, main *')) document.querySelector('main')?.focus()
  }
  const closeOnEscape = useIsOnTop(isOpen)
  return {
    close,
    modal: {
      opened: isOpen,
      onClose: close,
      onExitTransitionEnd,
      returnFocus: false,
      closeOnEscape,
    },
  }
}

// The dialogs that are open, the last one over the others.
let dialogs: readonly string[] = []
const hearers = new Set<() => void>()

function setDialogs(next: readonly string[]): void {
  dialogs = next
  for (const hear of hearers) hear()
}

function hearOfDialogs(hear: () => void) {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** Whether no other dialog is over this one: the kit would close them all by one Escape. */
function useIsOnTop(isOpen: boolean): boolean {
  const id = useId()
  // Together with what is seen: whoever sees the upper one go may press Escape for the lower one.
  useLayoutEffect(() => {
    if (!isOpen) return
    setDialogs([...dialogs, id])
    return () => setDialogs(dialogs.filter((other) => other !== id))
  }, [id, isOpen])
  return useSyncExternalStore(hearOfDialogs, () => dialogs.at(-1) === id)
}

/** Where the focus of something comes back to; of a menu, which is about to close or has closed, the button that opened it. */
function focusOrigin(active: Element | null): HTMLElement | null {
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const origin = opener ? document.querySelector(`#${CSS.escape(opener)}`) : active
  // The body has it where what had it is gone, as the palette is when what it began opens: that is no way back.
  return origin instanceof HTMLElement && origin !== document.body ? origin : null
}
