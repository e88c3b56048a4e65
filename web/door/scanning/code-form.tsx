import { useState, type FormEvent } from 'react'
import { mostGuestsCounted } from '#contract/events/door-search.ts'
import type { Desk } from '#door/desk/desk.ts'
import { useGuestSearch, type Named } from './guest-search.ts'

type Props = { desk: Desk; isOut: boolean; onCode: (code: string) => void; onTyping: () => void }

const shortestName = 2

/** Typing, where nothing can be scanned: a number, or a name of which one is chosen. */
export function CodeForm({ desk, isOut, onCode, onTyping }: Props) {
  const [typed, setTyped] = useState('')
  const isName = /\p{L}/u.test(typed) && !/\d/.test(typed) && typed.trim().length >= shortestName
  const named = useGuestSearch(desk, isName ? typed.trim() : null)

  function take(code: string) {
    setTyped('')
    onCode(code)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') take(typed)
  }
  return (
    <form className="form codes" onSubmit={submit}>
      {isName && <FoundGuests named={named} onChoose={(id) => take(`~${id}`)} />}
      <div className="codeLine">
        <label>
          Number or name
          <input
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              // Those of the name are to be seen.
              if (event.target.value !== '') onTyping()
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
          />
        </label>
        {!isName && (
          <button type="submit" className="button main">
            {isOut ? 'Check out' : 'Check in'}
          </button>
        )}
      </div>
    </form>
  )
}

/** The members of a name, of whom one is chosen. */
export function FoundGuests({ named, onChoose }: { named: Named; onChoose: (id: string) => void }) {
  const { guests, found } = named
  return (
    <ul className="found" aria-label="Members on the list">
      {guests.map(({ id, name, level, details }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)}>
            <span>
              {name}
              {details && <small>{details}</small>}
            </span>
            {level && <span className="level">{level}</span>}
          </button>
        </li>
      ))}
      {guests.length === 0 && <li className="none">Nobody on the list has this name.</li>}
      {found > guests.length && <li className="none">{moreWords(found - guests.length, found)}</li>}
    </ul>
  )
}

function moreWords(more: number, found: number): string {
  const count = found < mostGuestsCounted ? `${more}` : `more than ${more}`
  return `And ${count} more: type more of the name.`
}
