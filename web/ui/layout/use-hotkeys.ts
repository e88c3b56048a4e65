import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Keys that do something wherever the focus is, `inFields` also while somebody types. They are heard from the moment the page
 * is drawn: Mantine's hook of this name hears them some time after, and who is quick on a busy machine presses in vain.
 */
export function useHotkeys(keys: HotkeyItem[], inFields = false): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (inFields || !isTypedInto(event.target)) getHotkeyHandler(keys)(event)
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    document.documentElement.addEventListener('keydown', listen)
    return () => document.documentElement.removeEventListener('keydown', listen)
  }, [])
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
