import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Total } from '#contract/endpoint.ts'
import { CopyRequestId } from '#ui/feedback/error-state.tsx'
import { goBack } from '#ui/layout/go-back.ts'
import styles from './load-more.module.css'
import { formatCount } from '#ui/text/format.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

type Props = {
  count: number
  hasMore: boolean
  /** How many there are, where that is known. */
  total?: Total | null | undefined
  isLoading: boolean
  onLoadMore: () => void
  label?: string | undefined
  /** The last load failed: its sentence and another try stand where the button was. */
  error?: LoadError | null
}

type LoadError = { title: string; detail: string; onRetry: () => void }

/** The foot of a list: how many of it are shown, and the button for more. */
export function LoadMore({
  count,
  hasMore,
  total,
  isLoading,
  onLoadMore,
  label = 'Load more',
  error,
}: Props) {
  const countLine = useRef<HTMLOutputElement>(null)
  const wasPressed = useRef(false)

  // With the last page the button goes; whoever pressed it should not be thrown to the top of the page.
  useEffect(() => {
    if (!hasMore && wasPressed.current && document.activeElement === document.body) countLine.current?.focus()
  }, [hasMore])

  function press() {
    wasPressed.current = true
    onLoadMore()
  }

  return (
    <div className={styles.foot} data-failed={error ? true : undefined}>
      <output ref={countLine} tabIndex={-1} className={styles.count}>
        {shownOf(count, hasMore, total)}
      </output>
      {error && <Failure {...error} />}
      {!error && hasMore && (
        <WorkingButton variant="default" size="xs" isWorking={isLoading} onClick={press}>
          {label}
        </WorkingButton>
      )}
    </div>
  )
}

function shownOf(count: number, hasMore: boolean, total: Total | null | undefined): string {
  if (!hasMore) return `All ${count} shown`
  // A count that is older than the rows says nothing.
  if (!total || total.Count <= count) return `${count} shown`
  return `${count} of ${total.IsMore ? 'more than ' : ''}${formatCount(total.Count)} shown`
}

function Failure({ title, detail, onRetry }: LoadError) {
  return (
    <div role="alert" className={styles.error}>
      <span>
        <strong>{title}</strong> {detail}
      </span>
      <CopyRequestId sentence={detail} size="xs" />
      <Button variant="default" size="xs" onClick={onRetry}>
        {onRetry === goBack ? 'Go back' : 'Retry'}
      </Button>
    </div>
  )
}
