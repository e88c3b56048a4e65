import type { Answer } from '#web/api-client.ts'
import { beginSession } from '#console/session.ts'
import type { SignedIn } from '#contract/access/identity.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'

/** Goes on with what a sign-in answered: into the console, or back to the fields that are wrong. */
export async function proceed(answer: Answer<SignedIn>): Promise<SubmitResult> {
  if (answer.ok) {
    const refusal = await beginSession(answer.data)
    return refusal === null ? { ok: true } : { ok: false, errors: { email: refusal } }
  }
  const errors = signInErrors(answer)
  if (!errors) toasts.error(messages.signIn.failed)
  return { ok: false, ...(errors && { errors }) }
}
