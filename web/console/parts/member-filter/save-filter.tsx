import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState, type KeyboardEvent } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { NewSavedFilter, savedFiltersApi } from '#contract/members/saved-filters.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './saved-filters.module.css'

/** Gives the filter that is being worked on a name, for oneself or for everyone. */
export function SaveFilter({ query }: { query: string }) {
  const { name, type, isShared, setShared, error, save, isSaving } = useSaving(query)

  // Enter belongs to this field here: the dialog's button would apply the filter instead.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void save()
  }

  return (
    <fieldset className={styles.save} aria-label="Save this filter">
      <TextInput
        label="Save this filter as"
        value={name}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={styles.field}
      />
      <Checkbox
        label="Share with everyone in this business"
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
        className={styles.shared}
      />
      <div className={styles.button}>
        <WorkingButton variant="default" isWorking={isSaving} onClick={() => void save()}>
          Save filter
        </WorkingButton>
      </div>
    </fieldset>
  )
}

function useSaving(query: string) {
  const { BusinessId: businessId } = useBusiness()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { run, isRunning } = useAction(savedFiltersApi.saveFilter, {
    success: 'Filter saved.',
  })

  function type(next: string) {
    setName(next)
    setError(null)
  }
  async function save() {
    const body = { Name: name, Query: query, IsShared: isShared }
    const { error: mistake } = NewSavedFilter.safeParse(body)
    if (mistake) return setError(mistake.issues[0]?.message ?? null)
    const answer = await run({ params: { businessId }, body })
    if (answer.ok) type('')
    else setError(answer.message)
  }
  return { name, type, isShared, setShared, error, save, isSaving: isRunning }
}
