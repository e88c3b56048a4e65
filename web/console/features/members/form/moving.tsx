import { useState, type ReactNode } from 'react'
import { codeTexts } from '#contract/members/member-codes.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import type { Failure } from '#web/api-client.ts'
import { refusalOfSave } from './save-refusal.ts'

type Question = { sentence: string; move: () => Promise<SubmitResult> }

/** Asks whether a badge or card that somebody else has is to be taken from them; it never is by itself. */
export function useMoving(): {
  ask: (failure: Failure, move: () => Promise<SubmitResult>) => SubmitResult
  question: ReactNode
} {
  const [asked, setAsked] = useState<Question | null>(null)
  return {
    ask(failure, move) {
      setAsked({ sentence: failure.message, move })
      return refusalOfSave(failure)
    },
    question: asked && (
      <ConfirmModal
        title={codeTexts.moveTitle}
        text={`${asked.sentence} ${codeTexts.moveConsequence}`}
        confirmLabel={codeTexts.move}
        onConfirm={asked.move}
        onClose={() => setAsked(null)}
      />
    ),
  }
}
