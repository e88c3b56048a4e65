import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { useLeaveGuard } from '#ui/layout/navigation.tsx'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import type { Draft } from './drafts/draft.ts'
import { useFormDraft } from './drafts/use-draft.tsx'
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

/** For a page that holds changes back until they are saved: the banner that says so. The question on leaving stands at its top. */
export function UnsavedChanges({ isDirty, summary, problem, isSaving, onSave, onDiscard }: Props) {
  return (
    isDirty && (
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
        <WorkingButton isWorking={isSaving} whyNot={problem} onClick={onSave}>
          Save
        </WorkingButton>
      </StickyBar>
    )
  )
}

type QuestionProps = {
  isDirty: boolean
  /** What is kept on the device until it is saved or discarded, and offered again. */
  draft?: Draft
}

/**
 * Asks before somebody leaves a page whose changes aren't saved, and offers what they had not saved when the page went
 * without asking: with its session, by a reload, in a crash. Stands at the top of its form.
 */
export function LeaveQuestion({ isDirty, draft }: QuestionProps) {
  const guard = useLeaveGuard(isDirty)
  const { offer, drop } = useFormDraft(draft)
  if (!guard.isLeaving) return offer
  return (
    <ConfirmModal
      key={guard.question}
      title="Discard your changes?"
      text="You have changes that aren't saved. They are lost when you leave this page."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={async () => {
        drop()
        guard.leave()
        return { ok: true }
      }}
      onClose={guard.stay}
    />
  )
}
