import { lazy, useState, type FormEvent } from 'react'
import type { Desk } from '#door/desk/desk.ts'
import { LaterPart } from '#door/later-part.tsx'
import { loadFoundGuests } from '#door/later.ts'

const FoundGuests = lazy(loadFoundGuests)

type Props = { desk: Desk; isOut: boolean; onCode: (code: string) => void; onTyping: () => void }

const shortestName = 2

/** Typing, where nothing can be scanned: a number, or a name of which one is chosen. */
export function CodeForm({ desk, isOut, onCode, onTyping }: Props) {
  const [typed, setTyped] = useState('')
  const isName = /\p{L}/u.test(typed) && !/\d/.test(typed) && typed.trim().length >= shortestName

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
      {isName && (
        <LaterPart>
          <FoundGuests desk={desk} words={typed.trim()} isOut={isOut} onChoose={(id) => take(`~${id}`)} />
        </LaterPart>
      )}
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
