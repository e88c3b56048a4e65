import type { PatronSession, PublicForm } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { priceOf } from '#contract/requests/request-rules.ts'

export type Lines = PatronSession['PriceLines']

/** What the choice costs, in dollars, and line by line. */
export function totalOfRequest(
  form: PublicForm,
  answers: RequestAnswers,
): { total: number; tax: number; lines: Lines } {
  const { total, tax, lines } = priceOf(form, answers)
  return {
    total: total / 100,
    tax: tax / 100,
    lines: lines.map((line) => ({
      Description: line.Description,
      Amount: line.total / 100,
      TaxAmount: line.tax / 100,
    })),
  }
}
