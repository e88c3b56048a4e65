import { Autocomplete, Button } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useState, type KeyboardEvent } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { addressesApi } from '#contract/business/addresses.ts'
import type { Address } from '#contract/members/members.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './address-search.module.css'
import { useAddressSuggestions } from './address-suggestions.ts'

type Props = { label: string; onSet: (address: Address) => void; onCancel: () => void }

/** Suggests addresses while one types; one that lacks a part is refused by the server's sentence. */
export function AddressPicker({ label, onSet, onCancel }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { suggestions, note, search } = useAddressSuggestions()
  const { run, isRunning } = useAction(addressesApi.transformAddress)

  function change(text: string) {
    setTyped(text)
    setMistake(null)
    // What was picked needs no search.
    if (!suggestions.some(({ Description }) => Description === text)) search(text.trim())
  }

  async function set() {
    const picked = suggestions.find(({ Description }) => Description === typed)
    if (!picked) return setMistake('Pick an address from the list.')
    const { address_components } = picked
    const answer = await run({ params: { businessId }, body: { address_components } })
    return answer.ok ? onSet(answer.data.data) : setMistake(answer.message)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter picks, or sets what is picked: it doesn't save the form around it.
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (suggestions.some(({ Description }) => Description === typed)) void set()
  }

  return (
    <div className={styles.open}>
      <Autocomplete
        label={label}
        placeholder="Number, street and suburb"
        description={note}
        autoFocus
        autoComplete="off"
        value={typed}
        error={mistake}
        data={suggestions.map(({ Description }) => Description)}
        // The server has chosen them already.
        filter={({ options }) => options}
        onChange={change}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <WorkingButton size="xs" isWorking={isRunning} onClick={set}>
          Set
        </WorkingButton>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
