import type { PublicForm, RequestAnswers } from '#contract/patron.ts'
import { money } from './shell.tsx'
import { totalOf } from './total.ts'

/** What it costs, and the tax in it. */
export function Total({ form, answers }: { form: PublicForm; answers: RequestAnswers }) {
  const { total, tax } = totalOf(form, answers)
  if (answers.MembershipType === null) return null
  return (
    <>
      <p className="total">
        <span>Total</span> <span>{money(total)}</span>
      </p>
      {tax > 0 && <p className="dim">Includes {money(tax)} tax.</p>}
    </>
  )
}
