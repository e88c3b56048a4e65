import { ActionIcon, Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { savedFiltersApi, type SavedFilter } from '#contract/members/saved-filters.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { FilterSentence } from './filter-sentence.tsx'
import { SaveFilter } from './save-filter.tsx'
import styles from './saved-filters.module.css'

type Props = {
  /** What is being worked on, to be saved. */
  query: string
  onUse: (query: string) => void
}

/** The filters that have a name, to be used, and a place to save another. */
export function SavedFilters({ query, onUse }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(savedFiltersApi.listSavedFilters, { params: { businessId } })
  if (error && !data)
    return (
      <ErrorState title="The saved filters could not be loaded." detail={error.message} onRetry={retry} />
    )
  if (!data) return <Skeleton height="8rem" />
  return (
    <>
      {data.Results.length === 0 && <Text c="dimmed">No filter has been saved yet.</Text>}
      <ul className={styles.list} aria-label="Saved filters">
        {data.Results.map((saved) => (
          <Saved key={saved.FilterId} saved={saved} onUse={() => onUse(saved.Query)} />
        ))}
      </ul>
      <SaveFilter query={query} />
    </>
  )
}

function Saved({ saved, onUse }: { saved: SavedFilter; onUse: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { filter } = parseFilter(saved.Query)
  return (
    <li>
      <div className={styles.about}>
        <span className={styles.name}>{saved.Name}</span>{' '}
        <span className={styles.owner}>{sharingOf(saved)}</span>
        <p>
          <FilterSentence filter={filter} />
        </p>
      </div>
      <div className={styles.actions}>
        {isAsking ? (
          <DeleteQuestion saved={saved} onKeep={() => setAsking(false)} />
        ) : (
          <SavedActions saved={saved} onUse={onUse} onDelete={() => setAsking(true)} />
        )}
      </div>
    </li>
  )
}

type ActionsProps = { saved: SavedFilter; onUse: () => void; onDelete: () => void }

function SavedActions({ saved: { Name, CanDelete }, onUse, onDelete }: ActionsProps) {
  return (
    <>
      <Button variant="default" size="xs" aria-label={`Use ${Name}`} onClick={onUse}>
        Use
      </Button>
      {CanDelete && (
        <ActionIcon variant="subtle" color="gray.7" aria-label={`Delete ${Name}`} onClick={onDelete}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

function sharingOf({ IsMine, IsShared, OwnerName }: SavedFilter): string {
  if (!IsMine) return `Shared by ${OwnerName}`
  return IsShared ? 'Shared by you' : 'Private'
}

function DeleteQuestion({ saved, onKeep }: { saved: SavedFilter; onKeep: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(savedFiltersApi.deleteSavedFilter, {
    success: 'Filter deleted.',
    failure: 'The filter could not be deleted.',
  })
  return (
    <>
      <span role="alert">{saved.IsShared ? 'Delete it for everyone?' : 'Delete this filter?'}</span>
      <Button variant="default" size="xs" onClick={onKeep} ref={focus}>
        Keep
      </Button>
      <WorkingButton
        color="red"
        size="xs"
        isWorking={isRunning}
        onClick={() => void run({ params: { businessId, filterId: saved.FilterId } })}
      >
        Delete
      </WorkingButton>
    </>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
