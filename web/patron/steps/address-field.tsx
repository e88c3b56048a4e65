import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { AddressFound } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { streetsUnchecked } from '#contract/words/addresses.ts'
import type { Calls } from '#patron/request/calls.ts'
import styles from './address-field.module.css'
import { Field, TextField } from '#patron/kit/fields.tsx'

type Address = NonNullable<RequestAnswers['Address']>

type Props = {
  calls: Calls
  areStreetsChecked: boolean
  isOptional: boolean
  /** What is on file, in words. */
  kept?: string | undefined
  value: Address | null
  error: string | undefined
  onChange: (address: Address | null) => void
}

const none: Address = {
  AddressLine1: null,
  AddressLine2: null,
  Suburb: null,
  State: null,
  PostCode: null,
  Country: 'Australia',
}
const pauseMs = 350
const howTo =
  'Start with number and street, then the suburb, and choose from the list. If it isn’t there, it is taken as you type it.'

/** An address: suggested while the street is typed, and to be put right by hand. */
export function AddressField({ calls, areStreetsChecked, isOptional, kept, value, error, onChange }: Props) {
  const address = value ?? none
  const help = [kept && `${kept}.`, howTo, !areStreetsChecked && streetsUnchecked].filter(Boolean).join(' ')
  const suggestions = useSuggestions(calls)
  const change = (patch: Partial<Address>) => {
    const next = { ...address, ...patch }
    const isEmpty = !next.AddressLine1 && !next.Suburb && !next.PostCode
    onChange(isEmpty ? null : next)
  }
  const choose = (chosen: Address) => {
    onChange(chosen)
    suggestions.clear()
  }
  const { found, active, listId, ...keys } = useOptions(suggestions, choose)
  const part = (label: string, name: 'Suburb' | 'State' | 'PostCode', autoComplete: string) => (
    <TextField
      label={label}
      autoComplete={autoComplete}
      isOptional={isOptional}
      value={address[name]}
      onChange={(text) => change({ [name]: text })}
    />
  )
  return (
    <>
      <div>
        <Field label="Home address" help={help} isOptional={isOptional} error={error}>
          {(given) => (
            <input
              {...given}
              {...keys}
              autoComplete="street-address"
              value={address.AddressLine1 ?? ''}
              onChange={({ currentTarget: { value: typed } }) => {
                change({ AddressLine1: typed || null })
                suggestions.search(typed)
              }}
            />
          )}
        </Field>
        <Suggestions id={listId} found={found} active={active} onChoose={choose} />
      </div>
      {part('Suburb', 'Suburb', 'address-level2')}
      <div className={styles.pair}>
        {part('State', 'State', 'address-level1')}
        {part('Postcode', 'PostCode', 'postal-code')}
      </div>
    </>
  )
}

/** The suggestions under the keys: arrows go through them, Enter takes one, Escape closes them. */
function useOptions(suggestions: ReturnType<typeof useSuggestions>, choose: (address: Address) => void) {
  const listId = useId()
  const { found, clear } = suggestions
  // Of which list it was the chosen one: another begins with none.
  const [at, setAt] = useState<{ of: readonly AddressFound[]; index: number } | null>(null)
  const active = at?.of === found ? at.index : null
  const last = found.length - 1
  function onKeyDown(event: KeyboardEvent) {
    if (last < 0) return
    const places: Record<string, number | null> = {
      ArrowDown: active === null || active === last ? 0 : active + 1,
      ArrowUp: active === null || active === 0 ? last : active - 1,
      // Until one goes through the list, these are of the text.
      Home: active === null ? null : 0,
      End: active === null ? null : last,
    }
    const index = places[event.key] ?? null
    const chosen = event.key === 'Enter' && active !== null ? found[active] : undefined
    if (index === null && !chosen && event.key !== 'Escape') return
    event.preventDefault()
    if (chosen) choose(chosen.Address)
    else if (index === null) clear()
    else setAt({ of: found, index })
  }
  return {
    found,
    active,
    listId,
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': last >= 0,
    'aria-controls': listId,
    'aria-activedescendant': active === null ? undefined : `${listId}-${active}`,
    onKeyDown,
    onBlur: clear,
  }
}

type SuggestionsProps = {
  id: string
  found: readonly AddressFound[]
  active: number | null
  onChoose: (address: Address) => void
}

function Suggestions({ id, found, active, onChoose }: SuggestionsProps) {
  return (
    <>
      <ul
        id={id}
        role="listbox"
        className={styles.suggestions}
        aria-label="Suggested addresses"
        hidden={found.length === 0}
      >
        {found.map(({ Description, Address: suggested }, i) => (
          // The field keeps the focus, and its keys choose as well.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={Description}
            id={`${id}-${i}`}
            role="option"
            aria-selected={active === i}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggested)}
          >
            {Description}
          </li>
        ))}
      </ul>
      <p role="status" className="unseen">
        {found.length > 0 && `${found.length} suggested addresses`}
      </p>
    </>
  )
}

const fewest = 4
const mostShown = 5

/** Asks once the typing has paused; suggestions are a help, so a failure is no matter. */
function useSuggestions(calls: Calls) {
  const [found, setFound] = useState<AddressFound[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is on its way for what was typed before is of no use any more.
  const asked = useRef(0)
  const drop = () => {
    clearTimeout(timer.current)
    asked.current += 1
    return asked.current
  }
  const clear = () => {
    drop()
    setFound([])
  }
  function search(typed: string) {
    const turn = drop()
    if (typed.trim().length < fewest) return setFound([])
    timer.current = setTimeout(async () => {
      const answer = await calls.addresses(typed)
      if (turn === asked.current) setFound(answer.ok ? answer.data.Results.slice(0, mostShown) : [])
    }, pauseMs)
  }
  return { found, search, clear }
}
