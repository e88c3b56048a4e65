import { useEffect, useRef } from 'react'

// Scanners that act as keyboards type faster than people, and end with Enter or Tab: also in a field nobody types three
// letters and Enter at such a pace.
const betweenKeysMs = 60
const shortestCode = 3

/** A key, and where it was pressed. */
type Key = {
  readonly key: string
  readonly at: number
  /** What is in the field that has the focus; null where none has. */
  readonly field: string | null
}

/** A code that was heard, and what was in the field before it was typed there. */
export type Heard = { readonly code: string; readonly before: string | null }

/** Listens to keys one by one; answers once a scanner has typed a whole code. */
export function createEars(): (key: Key) => Heard | null {
  let typed = ''
  let before: string | null = null
  let lastAt = -Infinity
  return ({ key, at, field }) => {
    if (at - lastAt > betweenKeysMs) typed = ''
    lastAt = at
    if (key.length === 1) {
      if (typed === '') before = field
      typed += key
    }
    if (key !== 'Enter' && key !== 'Tab') return null
    const heard = typed.length >= shortestCode ? { code: typed, before } : null
    typed = ''
    return heard
  }
}

/** A key that types a sign, and what has the focus. */
type Sign = { readonly key: string; readonly at: number; readonly on: 'field' | 'list' | 'other' }

/**
 * Tells which keys must do nothing where the focus is: in a list a letter chooses another session, and the space in a code
 * presses a button. Outside fields nobody types several signs at such a pace.
 */
export function createGuard(): (sign: Sign) => boolean {
  let lastAt = -Infinity
  return ({ key, at, on }) => {
    if (key.length !== 1) return false
    const isInRow = at - lastAt <= betweenKeysMs
    lastAt = at
    if (on === 'field') return false
    // The first of a code can't be told from a person's: theirs open a list by a space, and go through it by arrows.
    return isInRow || (on === 'list' && key !== ' ')
  }
}

/** Hears what a USB scanner types, wherever the focus is and whatever is open. */
export function useScannerKeys(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    const hear = createEars()
    const isToBeKept = createGuard()
    let isSpaceKept = false
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey) return
      const field = fieldOf(event.target)
      // A key that is held down comes again and again by itself, as no scanner's does.
      if (!event.repeat && isToBeKept({ key: event.key, at: event.timeStamp, on: placeOf(event.target) })) {
        event.preventDefault()
        isSpaceKept ||= event.key === ' '
      }
      const heard = hear({ key: event.key, at: event.timeStamp, field: field && field.value })
      if (!heard) return
      // Not a press of the button that happens to have the focus, nor a reason to let the last one in.
      event.preventDefault()
      event.stopPropagation()
      if (field && heard.before !== null) putBack(field, heard.before)
      latest.current(heard.code)
    }
    // A button is pressed when the space is let go.
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isSpaceKept) return
      isSpaceKept = false
      event.preventDefault()
    }
    document.addEventListener('keydown', listen, { capture: true })
    document.addEventListener('keyup', letGo, { capture: true })
    return () => {
      document.removeEventListener('keydown', listen, { capture: true })
      document.removeEventListener('keyup', letGo, { capture: true })
    }
  }, [])
}

type Field = HTMLInputElement | HTMLTextAreaElement

function fieldOf(target: EventTarget | null): Field | null {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  // One that is pressed rather than written into is as a button: the space of a code would set it.
  return isField && target.type !== 'radio' && target.type !== 'checkbox' ? target : null
}

function placeOf(target: EventTarget | null): Sign['on'] {
  if (fieldOf(target)) return 'field'
  return target instanceof HTMLSelectElement ? 'list' : 'other'
}

/** Has a field be as it was before a scanner typed into it; React hears of it as of a person's typing. */
function putBack(field: Field, value: string): void {
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
