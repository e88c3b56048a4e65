import { settleProof } from '#console/questions/proof.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call } from '#web/api-client.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Money and authority ask again: the call that was refused is repeated once its user has shown who they are. */
export function ProveDialog({ question }: { question: string }) {
  return (
    <PasswordDialog
      title="Is it you?"
      text={question}
      submitLabel="Confirm"
      onPassword={prove}
      onClose={() => settleProof(false)}
    />
  )
}

async function prove(password: string): Promise<SubmitResult> {
  const answer = await call(identityApi.prove, { body: { kind: 'password', password } })
  if (answer.ok) {
    settleProof(true)
    return { ok: true }
  }
  return { ok: false, message: signInErrors(answer)?.password ?? messages.signIn.failed }
}
