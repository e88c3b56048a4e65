import type { PublicForm } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { priceOf } from '#contract/requests/request-rules.ts'

/** What the choice costs, in dollars. */
export function totalOf(form: PublicForm, answers: RequestAnswers): { total: number; tax: number } {
  const { total, tax } = priceOf(form, answers)
  return { total: total / 100, tax: tax / 100 }
}
