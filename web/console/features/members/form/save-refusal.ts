import { fieldsOf } from '#console/actions.ts'
import type { Failure } from '#web/api-client.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'

/** What the form shows of a refused save: a number that somebody else has is the number's mistake. */
export function refusalOfSave(failure: Failure): SubmitResult {
  if (failure.code !== 'number_taken') return fieldsOf(failure)
  return { ok: false, errors: { MembershipNumber: failure.message } }
}
