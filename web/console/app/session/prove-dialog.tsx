import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { hasOwnPasskey, signOwnPasskey } from '#console/questions/passkey-proof.ts'
import { settleProof } from '#console/questions/proof.ts'
import { identityApi } from '#contract/access/identity.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { messages } from '#contract/messages.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call } from '#web/api-client.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Money and authority ask again: the call that was refused is repeated once its user has shown who they are. */
export function ProveDialog({ question }: { question: string }) {
  const { wrong, otherWay } = usePasskeyWay()
  return (
    <PasswordDialog
      title="Is it you?"
      text={question}
      submitLabel="Confirm"
      onPassword={prove}
      notice={wrong}
      otherWay={otherWay}
      onClose={() => settleProof(false)}
    />
  )
}

/** The way by a passkey, for whoever has one. */
function usePasskeyWay() {
  const [isOffered, setOffered] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  useEffect(() => void hasOwnPasskey().then(setOffered), [])

  async function use() {
    setWorking(true)
    const assertion = await signOwnPasskey()
    const answer = assertion && (await call(identityApi.prove, { body: { kind: 'passkey', assertion } }))
    setWorking(false)
    if (answer?.ok) settleProof(true)
    else setWrong(secondFactorWords.passkeyRefused)
  }

  const otherWay = isOffered && (
    <WorkingButton variant="default" isWorking={isWorking} onClick={() => void use()}>
      Use a passkey
    </WorkingButton>
  )
  return { wrong: wrong !== null && <Alert color="red">{wrong}</Alert>, otherWay }
}

async function prove(password: string): Promise<SubmitResult> {
  const answer = await call(identityApi.prove, { body: { kind: 'password', password } })
  if (answer.ok) {
    settleProof(true)
    return { ok: true }
  }
  return { ok: false, message: signInErrors(answer)?.password ?? messages.signIn.failed }
}
