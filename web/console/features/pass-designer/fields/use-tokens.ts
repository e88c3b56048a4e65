import { useCombobox } from '@mantine/core'
import { useRef, useState, type ChangeEvent } from 'react'
import { flushSync } from 'react-dom'

type Field = HTMLInputElement & HTMLTextAreaElement

/** Follows what is typed in a field, and offers dynamic data for the word after a brace. */
export function useTokens({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const input = useRef<Field>(null)
  const [query, setQuery] = useState<string | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => setQuery(null) })

  function look(text: string, caret: number) {
    const [, begun] = /\{(\w*)$/.exec(text.slice(0, caret)) ?? []
    setQuery(begun ?? null)
    if (begun === undefined) return combobox.closeDropdown()
    combobox.openDropdown()
    // Once the list has been drawn.
    requestAnimationFrame(() => combobox.selectFirstOption())
  }

  function write(text: string, caret: number) {
    flushSync(() => onChange(text))
    input.current?.focus()
    input.current?.setSelectionRange(caret, caret)
  }

  return {
    input,
    combobox,
    /** What has been written of a name; null where there is nothing to offer. */
    query,
    type: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value: text, selectionStart } = event.currentTarget
      onChange(text)
      look(text, selectionStart ?? text.length)
    },
    /** Puts the whole name in the place of what was written of it. */
    insert: (name: string) => {
      const caret = input.current?.selectionStart ?? value.length
      const before = value.slice(0, caret).replace(/\{\w*$/, `{${name}}`)
      write(before + value.slice(caret).replace(/^\w*\}/, ''), before.length)
      combobox.closeDropdown()
    },
    /** Writes a brace, as if it had been typed. */
    begin: () => {
      const caret = input.current?.selectionStart ?? value.length
      const text = `${value.slice(0, caret)}{${value.slice(caret)}`
      write(text, caret + 1)
      look(text, caret + 1)
    },
  }
}
