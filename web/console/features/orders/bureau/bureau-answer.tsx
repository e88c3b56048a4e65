import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardOrderFulfilmentApi, type CompletionRow } from '#contract/orders/card-order-fulfilment.ts'
import { FileField } from '#ui/form/file-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { CompletionRows } from './completion-rows.tsx'
import styles from '#features/orders/orders.module.css'
import { useTakeIn } from './take-in.ts'

/** Reads the bureau's answer, shows what would come of it, and takes it in. */
export function BureauAnswer() {
  const [rows, setRows] = useState<readonly CompletionRow[] | null>(null)
  return (
    <section className={styles.part} aria-labelledby="answer">
      <Title order={2} size="h3" id="answer">
        The bureau's answer
      </Title>
      {rows === null ? <AnswerFile onRead={setRows} /> : <Answer rows={rows} onEnd={() => setRows(null)} />}
    </section>
  )
}

function AnswerFile({ onRead }: { onRead: (rows: readonly CompletionRow[]) => void }) {
  const { BusinessId: businessId } = useBusiness()
  const [problem, setProblem] = useState<string | null>(null)
  const { run } = useAction(cardOrderFulfilmentApi.previewCompletions)

  async function read(file: File | null) {
    if (!file) return
    setProblem(null)
    const answer = await run({ params: { businessId }, body: { Text: await file.text() } })
    if (answer.ok) onRead(answer.data.Results)
    else setProblem(answer.message)
  }

  return (
    <FileField
      label="File of the bureau"
      description="CSV with the columns Order ID, External Account ID and Posted Date. Nothing changes before you have seen what would."
      hint="Drop a CSV file here, or choose one"
      accept={['.csv', '.txt', 'text/csv']}
      error={problem}
      onChange={(file) => void read(file)}
    />
  )
}

function Answer({ rows, onEnd }: { rows: readonly CompletionRow[]; onEnd: () => void }) {
  const { takeIn, outcome, isRunning, done, failure } = useTakeIn(rows)
  const good = rows.filter(({ Problem }) => Problem === null).length
  return (
    <>
      <output className={styles.line}>{wordsOn(rows.length, good, outcome?.Completed)}</output>
      {failure && <p role="alert">{failure}</p>}
      {isRunning && <progress aria-label="Orders completed" max={good} value={done} />}
      <div className={styles.line}>
        {!outcome && (
          <WorkingButton
            isWorking={isRunning}
            whyNot={good === 0 ? 'No row of the file can be taken in.' : null}
            onClick={() => void takeIn()}
          >
            {good === 1 ? 'Complete 1 order' : `Complete ${good.toLocaleString()} orders`}
          </WorkingButton>
        )}
        <Button variant="default" onClick={onEnd} disabled={isRunning}>
          {outcome ? 'Done' : 'Another file'}
        </Button>
      </div>
      <CompletionRows rows={rows} outcome={outcome} />
    </>
  )
}

function wordsOn(total: number, good: number, completed: number | undefined): string {
  const all = total === 1 ? '1 row' : `${total.toLocaleString()} rows`
  if (completed !== undefined)
    return `${completed.toLocaleString()} of ${all} completed. The others are shown with the reason.`
  return good === total
    ? `${all}, all of them can be completed.`
    : `${all}, of which ${good.toLocaleString()} can be completed.`
}
