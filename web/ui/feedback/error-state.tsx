import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { requestIdIn } from '#contract/words/fault-words.ts'
import { goBack } from '#ui/layout/go-back.ts'
import { lostSentence } from './fetched.tsx'
import styles from './state.module.css'

type Props = { title: string; detail?: string; onRetry?: () => void }

/** What stands where something failed to load: the sentence, the detail, and another try or, of what isn't there, the way back. */
export function ErrorState({ title, detail, onRetry }: Props) {
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle className={styles.icon} size={24} stroke={1.5} aria-hidden />
      <div>
        <p className={styles.title}>{title}</p>
        {detail && <p className={styles.text}>{detail}</p>}
      </div>
      <CopyRequestId sentence={detail ?? ''} />
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {onRetry === goBack ? 'Go back' : 'Retry'}
        </Button>
      )}
    </div>
  )
}

/** What stands where a part of a page can't be fetched. The rest of the page stands, and may hold unsaved work. */
export function LostPart({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title={lostSentence} onRetry={onRetry} />
}

/** Not the kit's way to copy, which this would bring to the first page. The id can be read and marked beside it. */
export function CopyRequestId({ sentence, size }: { sentence: string; size?: 'xs' }) {
  const [isCopied, setCopied] = useState(false)
  const id = requestIdIn(sentence)
  if (id === null) return null
  const copy = () => void navigator.clipboard?.writeText(id).then(() => setCopied(true))
  return (
    <Button variant="subtle" size={size} onClick={copy} aria-live="polite">
      {isCopied ? 'Copied' : 'Copy request id'}
    </Button>
  )
}
