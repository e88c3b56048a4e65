import { Button } from '@mantine/core'
import { useState } from 'react'
import { beginSessionAgain, signOut, useMe } from '#console/session.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call } from '#web/api-client.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'
import { Refused } from '#features/identity/refused.tsx'
import { signInWithPasskey } from '#features/identity/passkey/sign-in-with-passkey.ts'
import { SecondStep } from '#features/identity/second-step.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** Renews the session before its end, if its user wants to. */
export function SignInAgainDialog({ onClose }: { onClose: () => void }) {
  const signingIn = useSignInAgain()
  return (
    <PasswordDialog
      title="Sign in again"
      text="Your session goes on for another eight hours, and this page stays as it is."
      submitLabel="Sign in"
      {...signingIn}
      onClose={onClose}
    />
  )
}

/** Stands over the page once the session has ended: its user signs in again and goes on, or leaves. */
export function EndedDialog() {
  const signingIn = useSignInAgain()
  return (
    <PasswordDialog
      title={messages.signIn.title}
      text="Your session has ended. Sign in to go on where you were."
      submitLabel={messages.signIn.next}
      {...signingIn}
      otherWay={<SignOutButton />}
      hidesPage
    />
  )
}

function SignOutButton() {
  const [isWorking, setWorking] = useState(false)
  async function leave() {
    setWorking(true)
    const answer = await signOut()
    if (answer.ok) return
    setWorking(false)
    toasts.error(messages.signIn.failed, answer.message)
  }
  return (
    <Button variant="default" loading={isWorking} onClick={leave}>
      Sign out
    </Button>
  )
}

/** Signs in the same person: by their password, and by their second factor if they have one. */
function useSignInAgain() {
  const me = useMe()
  const [asked, setAsked] = useState<unknown>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function onPassword(password: string): Promise<SubmitResult> {
    const answer = await call(identityApi.signIn, { body: { email: me.Email, password } })
    if (answer.ok) {
      const refusal = await beginSessionAgain(answer.data)
      return refusal === null ? { ok: true } : { ok: false, message: refusal }
    }
    if (answer.code === 'second-factor-needed') {
      setAsked(answer.body)
      return { ok: true }
    }
    const errors = signInErrors(answer)
    return { ok: false, message: errors?.password ?? errors?.email ?? messages.signIn.failed }
  }

  function back(why: string | null) {
    setFailure(why)
    setAsked(null)
  }

  const secondStep = asked !== null && (
    <SecondStep email={me.Email} refusal={asked} onEntered={beginSessionAgain} onBack={back} />
  )
  const refusal = failure !== null && me.SignsInWith === 'Passkey' && <Refused>{failure}</Refused>
  const passkeyWay = <PasskeyAgain onRefused={setFailure} />
  return { onPassword, failure, passkeyWay, notice: refusal, ...(secondStep && { secondStep }) }
}

function PasskeyAgain({ onRefused }: { onRefused: (sentence: string | null) => void }) {
  const [isWorking, setWorking] = useState(false)
  async function use() {
    setWorking(true)
    onRefused(await signInWithPasskey(beginSessionAgain))
    setWorking(false)
  }
  return (
    <WorkingButton data-autofocus isWorking={isWorking} onClick={() => void use()}>
      Use a passkey
    </WorkingButton>
  )
}
