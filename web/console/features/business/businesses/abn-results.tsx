import { Button, Text } from '@mantine/core'
import { useSearchRead } from '#console/queries.ts'
import { useSettings } from '#console/settings.ts'
import { formatAbn, registerDigits } from '#contract/values/abn.ts'
import { businessApi, type AbnLookupResult, type AbnLookupType } from '#contract/business/business.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './abn-picker.module.css'

type Props = {
  type: AbnLookupType
  q: string
  picked: string
  onPick: (record: AbnLookupResult) => void
  onUnknown: (abn: string) => void
}

/** What the register has, one of which can be picked. */
export function AbnResults({ type, q, picked, onPick, onUnknown }: Props) {
  const { data, error, isStale, retry } = useSearchRead(businessApi.lookupAbn, {
    params: { type },
    query: { q },
  })
  const choice = type === 'abn' && picked !== registerDigits(q) && (
    <Button variant="default" mt="xs" onClick={() => onUnknown(registerDigits(q))}>
      Use this ABN all the same
    </Button>
  )
  if (error)
    return (
      <>
        <ErrorState title={messages.business.lookupFailed} detail={error.message} onRetry={retry} />
        {choice}
      </>
    )
  if (!data) return <Skeletons />
  if (data.Results.length === 0)
    return (
      <>
        <Text component="output">The register has no entry like that.</Text>
        {choice}
      </>
    )
  return (
    <fieldset className={styles.list} data-stale={isStale || undefined}>
      <legend className={styles.unseen}>Results</legend>
      {data.Results.map((record) => (
        <Result
          key={record.ABN}
          record={record}
          isPicked={record.ABN === picked}
          onPick={() => onPick(record)}
        />
      ))}
    </fieldset>
  )
}

type ResultProps = { record: AbnLookupResult; isPicked: boolean; onPick: () => void }

function Result({ record, isPicked, onPick }: ResultProps) {
  const { Brand } = useSettings()
  return (
    <label className={styles.result}>
      <input type="radio" name="ABN" checked={isPicked} disabled={record.IsRegistered} onChange={onPick} />
      <span className={styles.name}>{record.Name}</span>
      <span className={styles.detail}>
        ABN {formatAbn(record.ABN)} · {record.State} {record.Postcode}
      </span>
      {record.IsRegistered && (
        <span className={styles.refusal}>{messages.business.alreadyRegistered(Brand)}</span>
      )}
    </label>
  )
}

function Skeletons() {
  return (
    <output className={styles.skeletons} aria-label="Searching">
      {[60, 45, 70].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </output>
  )
}
