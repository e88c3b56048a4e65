import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState, type ReactNode } from 'react'
import { useMay } from '#console/can-open.ts'
import { canFinalise, type NextStep, type SubmissionFinalisation } from '#contract/requests/requests.ts'
import { type AcceptedOrNot, mostAtOnce, reviewApi } from '#contract/requests/review.ts'
import { opened } from '#ui/layout/opened.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import styles from './several.module.css'
import { WorkingButton } from '#ui/form/working-button.tsx'

const AcceptSeveralDialog = opened(
  async () => (await import('./accept-several-dialog.tsx')).AcceptSeveralDialog,
)
const ResultsDialog = opened(async () => (await import('./results-dialog.tsx')).ResultsDialog)

type Row = {
  SessionId: string
  DisplayName: string | null
  NextStep: NextStep
  SubmissionFinalisation: SubmissionFinalisation | null
  IsProven?: boolean
}

/** True for what can be accepted without a look at it, as far as a list knows; the server knows more. */
function isPlain(row: Row): boolean {
  return row.NextStep === 'User Completed' && canFinalise(row) && row.IsProven !== false
}

type Several<Item> = {
  /** The column to choose them by, for those who may. */
  columns: Column<Item>[]
  /** What can be done with them, above the list. */
  bar: ReactNode
}

/** Accepts several requests of a list at once. */
export function useAcceptSeveral<Item extends Row>(
  rows: readonly Item[] | undefined,
  hrefOf: (sessionId: string) => string,
): Several<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [results, setResults] = useState<AcceptedOrNot[] | null>(null)
  const mayAccept = useMay(reviewApi.acceptRequests)
  const plain = (rows ?? []).filter(isPlain)
  if (!mayAccept) return { columns: [], bar: null }
  const ids = plain.map(({ SessionId }) => SessionId).filter((id) => chosen.has(id))
  const toggle = (id: string) => setChosen(chosen.symmetricDifference(new Set([id])))
  return {
    columns:
      plain.length === 0
        ? []
        : [{ header: 'Select', cell: cellOf(chosen, toggle), hasControl: true, width: '4rem' }],
    bar: (
      <>
        {plain.length > 0 && (
          <section className={styles.bar} aria-label="Several requests">
            <WorkingButton
              isWorking={false}
              whyNot={ids.length === 0 ? 'Select requests below first.' : null}
              onClick={() => setAsking(true)}
            >
              {ids.length === 0 ? 'Accept selected' : `Accept ${ids.length} selected`}
            </WorkingButton>
            <Button
              variant="default"
              onClick={() => setChosen(new Set(plain.slice(0, mostAtOnce).map(({ SessionId }) => SessionId)))}
            >
              Select all that are ready
            </Button>
            {ids.length > 0 && (
              <Button variant="subtle" color="gray.7" onClick={() => setChosen(new Set())}>
                Clear
              </Button>
            )}
          </section>
        )}
        {isAsking && <AcceptSeveralDialog ids={ids} onClose={() => setAsking(false)} onDone={setResults} />}
        {results && <ResultsDialog results={results} hrefOf={hrefOf} onClose={() => setResults(null)} />}
      </>
    ),
  }
}

function cellOf(chosen: ReadonlySet<string>, toggle: (id: string) => void) {
  return function Select(row: Row) {
    // Not even a dash: there is nothing to choose.
    if (!isPlain(row)) return <></>
    return (
      <Checkbox
        className={styles.box}
        aria-label={`Select ${row.DisplayName ?? 'this request'}`}
        checked={chosen.has(row.SessionId)}
        onChange={() => toggle(row.SessionId)}
      />
    )
  }
}
