import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import styles from './search-box.module.css'
import { useHotkeys } from '#ui/layout/use-hotkeys.ts'
import { useDebounced } from '#ui/text/use-debounced.ts'

type Props = {
  /** What is searched: 'Search users'. */
  label: string
  /** The search in force. */
  value: string
  /** Called when the typing has paused for 400 ms, at once on Enter or when the box is emptied. */
  onSearch: (text: string) => void
  /** The page's own search, which `/` gives the focus to. */
  isMain?: boolean
  /** Where what it says is short and there are many filters beside it: it asks for less room. */
  isShort?: boolean
}

/** A box that searches while one types. */
export function SearchBox({ label, value, onSearch, isMain = false, isShort = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const search = useSearchText(value, onSearch)
  useHotkeys(isMain ? [['/', () => isDialogOpen() || input.current?.focus()]] : [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') search.now()
  }

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={search.text}
      onChange={(event) => search.type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      classNames={{ root: isShort ? `${styles.root} ${styles.short}` : styles.root, input: styles.input }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents={search.text ? 'all' : 'none'}
      rightSection={
        search.text ? (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              search.clear()
              input.current?.focus()
            }}
          />
        ) : (
          isMain && (
            <kbd className={styles.key} aria-hidden>
              /
            </kbd>
          )
        )
      }
    />
  )
}

/** The text in the box runs ahead of the search in force, and follows it when that changes elsewhere. */
function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  const send = (next: string) => {
    setSent(next)
    onSearch(next)
  }
  const sendSoon = useDebounced(send)

  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  return {
    text,
    type(next: string) {
      setText(next)
      sendSoon(next)
    },
    now() {
      sendSoon.cancel()
      send(text)
    },
    clear() {
      sendSoon.cancel()
      setText('')
      send('')
    },
  }
}

function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
