import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { useLeaveGuard } from '#ui/layout/navigation.tsx'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './unsaved.module.css'

type Props = {
  isDirty: boolean
  /** What has changed, in a few words. */
  summary: ReactNode
  /** Why it can't be saved as it is. */
  problem?: string | undefined
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
}

/** For a page that holds changes back until they are saved: the banner that says so, and the question on leaving. */
export function UnsavedChanges({ isDirty, summary, problem, isSaving, onSave, onDiscard }: Props) {
  return (
    <>
      {isDirty && (
        <StickyBar label="Unsaved changes">
          <div className={styles.text}>
            <output className={styles.summary}>{summary}</output>
            {problem && (
              <p role="alert" className={styles.problem}>
                {problem}
              </p>
            )}
          </div>
          <Button variant="default" onClick={onDiscard} disabled={isSaving}>
            Discard
          </Button>
          <WorkingButton isWorking={isSaving} disabled={problem !== undefined} onClick={onSave}>
            Save
          </WorkingButton>
        </StickyBar>
      )}
      <LeaveQuestion isDirty={isDirty} />
    </>
  )
}

/** Asks before somebody leaves a page whose changes aren't saved. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const guard = useLeaveGuard(isDirty)
  if (!guard.isLeaving) return null
  return (
    <ConfirmModal
      key={guard.question}
      title="Discard your changes?"
      text="You have changes that aren't saved. They are lost when you leave this page."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={async () => {
        guard.leave()
        return { ok: true }
      }}
      onClose={guard.stay}
    />
  )
}
