import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { lostSentence } from '#ui/feedback/fetched.tsx'
import styles from './password-dialog.module.css'

type Props = {
  onRetry: () => void
  /** Without it there is no way but to try again: the session has ended, and nobody may read the page. */
  onCancel?: () => void
}

/**
 * Stands in the place of a question that can't be fetched. The page waits under it with all that is typed there. The
 * browser's own dialog, as there is nothing to fetch for that.
 */
export function LostDialog({ onRetry, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // While it is still on the page: only then the focus goes back to where it was.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.lost}
      data-hides={!onCancel || undefined}
      aria-label={onCancel ? 'Is it you?' : 'Your session has ended'}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
      // A second Escape closes it unasked.
      onClose={() => (onCancel ? onCancel() : dialog.current?.showModal())}
    >
      <p>
        {!onCancel && 'Your session has ended. '}
        {lostSentence}
      </p>
      <div className={styles.footer}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </dialog>
  )
}
