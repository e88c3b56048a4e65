import type { PublicForm } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { money } from '#patron/kit/shell.tsx'
import styles from './total-line.module.css'
import { totalOfRequest } from './total.ts'

/** What it costs, and the tax in it. */
export function TotalLine({ form, answers }: { form: PublicForm; answers: RequestAnswers }) {
  const { total, tax } = totalOfRequest(form, answers)
  if (answers.MembershipType === null) return null
  return (
    <>
      <Sum label="Total" dollars={total} />
      {tax > 0 && <p className="dim">Includes GST of {money(tax)}.</p>}
    </>
  )
}

/** What is to be paid, in one line. */
export function Sum({ label, dollars }: { label: string; dollars: number }) {
  return (
    <p className={styles.sum}>
      <span>{label}</span> <span>{money(dollars)}</span>
    </p>
  )
}
