import { useRef, useState } from 'react'
import type { AddressFound } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { streetsUnchecked } from '#contract/words/addresses.ts'
import type { Calls } from '#patron/request/calls.ts'
import styles from './address-field.module.css'
import { TextField } from '#patron/kit/fields.tsx'

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
const howTo = 'Start with number and street, then the suburb, and choose from the list.'

/** An address: suggested while the street is typed, and to be put right by hand. */
export function AddressField({ calls, areStreetsChecked, isOptional, kept, value, error, onChange }: Props) {
  const address = value ?? none
  const help = [kept && `${kept}.`, howTo, !areStreetsChecked && streetsUnchecked].filter(Boolean).join(' ')
  const { found, search, clear } = useSuggestions(calls)
  const change = (patch: Partial<Address>) => {
    const next = { ...address, ...patch }
    const isEmpty = !next.AddressLine1 && !next.Suburb && !next.PostCode
    onChange(isEmpty ? null : next)
  }
  const choose = (chosen: Address) => {
    onChange(chosen)
    clear()
  }
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
        <TextField
          label="Home address"
          help={help}
          autoComplete="street-address"
          isOptional={isOptional}
          value={address.AddressLine1}
          error={error}
          onChange={(AddressLine1) => {
            change({ AddressLine1 })
            search(AddressLine1 ?? '')
          }}
        />
        <Suggestions found={found} onChoose={choose} />
      </div>
      {part('Suburb', 'Suburb', 'address-level2')}
      <div className={styles.pair}>
        {part('State', 'State', 'address-level1')}
        {part('Postcode', 'PostCode', 'postal-code')}
      </div>
    </>
  )
}

type SuggestionsProps = { found: readonly AddressFound[]; onChoose: (address: Address) => void }

function Suggestions({ found, onChoose }: SuggestionsProps) {
  if (found.length === 0) return null
  return (
    <ul className={styles.suggestions} aria-label="Suggested addresses">
      {found.map(({ Description, Address: suggested }) => (
        <li key={Description}>
          <button type="button" onClick={() => onChoose(suggested)}>
            {Description}
          </button>
        </li>
      ))}
    </ul>
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
