import { useState, type FormEvent } from 'react'
import type { Guest } from '#door/desk/guest-list.ts'
import { forCodes } from './scanner-keys.ts'

type Props = { findByName: (words: string) => Guest[]; onCode: (code: string) => void }

const shortestName = 2

/** Typing, where nothing can be scanned: a number, or a name of which one is chosen. */
export function CodeForm({ findByName, onCode }: Props) {
  const [typed, setTyped] = useState('')
  const isName = /\p{L}/u.test(typed) && !/\d/.test(typed) && typed.trim().length >= shortestName
  const found = isName ? findByName(typed) : []

  function take(code: string) {
    setTyped('')
    onCode(code)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') take(typed)
  }
  return (
    <form className="form" onSubmit={submit}>
      <label>
        Number or name
        <input
          {...forCodes}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
      </label>
      {isName ? (
        <ul className="found" aria-label="Members on the list">
          {found.map(({ id, name, level }) => (
            <li key={id}>
              <button type="button" onClick={() => take(`~${id}`)}>
                <span>{name}</span> <span className="level">{level}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="none">Nobody on the list has this name.</li>}
        </ul>
      ) : (
        <button type="submit" className="button">
          Check in
        </button>
      )}
    </form>
  )
}
