import { Button, Stack, Text } from '@mantine/core'
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
  /** Nothing else has been typed since. */
  isCurrent: boolean
  picked: string
  onPick: (record: AbnLookupResult) => void
  onUnknown: (abn: string) => void
}

/** What the register has, one of which can be picked. */
export function AbnResults({ type, q, isCurrent, picked, onPick, onUnknown }: Props) {
  const { data, error, isStale, retry } = useSearchRead(businessApi.lookupAbn, {
    params: { type },
    query: { q },
  })
  const isAnswered = isCurrent && !isStale
  const choice = type === 'abn' && isAnswered && picked !== registerDigits(q) && (
    <Button variant="default" onClick={() => onUnknown(registerDigits(q))}>
      Use this ABN all the same
    </Button>
  )
  if (error)
    return (
      <Stack gap="xs">
        <ErrorState title={messages.business.lookupFailed} detail={error.message} onRetry={retry} />
        {choice}
      </Stack>
    )
  if (!data) return <Skeletons />
  if (data.Results.length === 0)
    return (
      <Stack gap="xs" align="flex-start">
        <Text component="output">The register has no entry like that.</Text>
        {choice}
      </Stack>
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
