import type { QuestionValues } from '#features/requests/forms/form-values.ts'

/** An id that others can hang on before anything is saved. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** The questions without one: what hung on its answer is asked always. */
export function withoutQuestion(questions: readonly QuestionValues[], index: number): QuestionValues[] {
  const gone = questions[index]?.Id
  return questions
    .toSpliced(index, 1)
    .map((question) =>
      question.ShownWhen?.QuestionId === gone ? { ...question, ShownWhen: null } : question,
    )
}
