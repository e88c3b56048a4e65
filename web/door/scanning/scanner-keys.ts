import { useEffect, useRef } from 'react'

// Scanners that act as keyboards type faster than people, and end with Enter.
const betweenKeysMs = 60
const shortestCode = 3
// In a field people type, too, and the last letters of a word can be quick.
const shortestInField = 6

/** Hears what a USB scanner types, wherever the focus is. The field for codes takes them by itself. */
export function useScannerKeys(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    let typed = ''
    let lastAt = 0
    const hear = (event: KeyboardEvent) => {
      if (takesCodes(event.target)) return
      if (event.timeStamp - lastAt > betweenKeysMs) typed = ''
      lastAt = event.timeStamp
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key
      else if (
        event.key === 'Enter' &&
        typed.length >= (isField(event.target) ? shortestInField : shortestCode)
      ) {
        // Not a press of the button that happens to have the focus, nor a reason to let the last one in.
        event.preventDefault()
        latest.current(typed)
        typed = ''
      }
    }
    document.addEventListener('keydown', hear, { capture: true })
    return () => document.removeEventListener('keydown', hear, { capture: true })
  }, [])
}

/** Marks the field where codes are typed. */
export const forCodes = { 'data-codes': '' }

function takesCodes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && 'codes' in target.dataset
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
