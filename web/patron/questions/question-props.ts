import type { PublicForm } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { StepProps } from '#patron/steps/steps.ts'

export type Question = PublicForm['Questions'][number]
export type Value = RequestAnswers['Questions'][string]

/** What the field of a question is given. */
export type QuestionProps = StepProps & {
  question: Question
  value: Value | undefined
  error: string | undefined
  /** Nothing takes the answer away. */
  onAnswer: (value: Value | null) => void
}
