import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#web/api-client.ts'
import { type FactorAnswer, SecondFactorNeeded } from '#contract/access/factor-answers.ts'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { messages } from '#contract/messages.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { canUsePasskeys, signWithPasskey } from '#web/passkeys.ts'
import { refusedSentence } from './refused-sentence.ts'
import { PasswordField } from '#ui/form/password-field.tsx'
import { proceed } from './proceed.ts'

const text = messages.signIn

const Credentials = z.object({
  email: z.string(),
  password: z.string().min(1, text.passwordRequired),
  code: z.string().trim(),
})

/** Joins the Microsoft account somebody just signed in with to the password account with the same e-mail. */
export function LinkModal({ email, onClose }: { email: string; onClose: () => void }) {
  const { link, needed } = useLink()
  return (
    <FormModal
      title={text.linkTitle}
      submitLabel="Link accounts"
      schema={Credentials}
      initialValues={{ email, password: '', code: '' }}
      onSubmit={link}
      onClose={onClose}
      withoutDraft="A password is typed into it."
    >
      {(form) => (
        <>
          <Alert color="orange">
            An account with this email exists already. Sign in with your existing credentials in order to
            merge the two. Afterwards you must sign in with Microsoft: your password no longer works.
          </Alert>
          <TextInput
            label="Email"
            type="email"
            readOnly
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          {needed && (
            <TextInput
              label="Authenticator or recovery code"
              autoComplete="one-time-code"
              {...form.getInputProps('code')}
            />
          )}
        </>
      )}
    </FormModal>
  )
}

/** Links by the password and, where the account has one, by its second factor. */
function useLink() {
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)

  async function link({ code, ...body }: z.output<typeof Credentials>): Promise<SubmitResult> {
    const secondFactor = needed && { challenge: needed.challenge, answer: answerOf(code) }
    const answer = await call(factorSignInApi.linkMicrosoft, {
      body: { ...body, ...(secondFactor && { secondFactor }) },
    })
    if (answer.ok) return proceed(answer)
    const asked = SecondFactorNeeded.safeParse(answer.body).data
    if (asked) return askForFactor(asked, body)
    if (answer.code === 'invalid-challenge') setNeeded(null)
    const isOfCode = answer.code === 'wrong-code' || answer.code === 'invalid-challenge'
    return isOfCode ? { ok: false, message: refusedSentence(answer) ?? text.failed } : proceed(answer)
  }

  /** A passkey signs at once; codes are asked for. */
  async function askForFactor(
    asked: SecondFactorNeeded,
    body: { email: string; password: string },
  ): Promise<SubmitResult> {
    const { challenge, passkey, methods } = asked
    const assertion = passkey && canUsePasskeys() ? await signWithPasskey(passkey) : null
    if (assertion) {
      const secondFactor = { challenge, answer: { kind: 'passkey' as const, assertion } }
      return proceed(await call(factorSignInApi.linkMicrosoft, { body: { ...body, secondFactor } }))
    }
    const canType = methods.some((method) => method !== 'passkey')
    if (canType) setNeeded(asked)
    return { ok: false, message: canType ? secondFactorWords.linkNeedsIt : secondFactorWords.passkeyRefused }
  }

  return { link, needed }
}

const answerOf = (code: string): FactorAnswer =>
  /^[\d\s]+$/.test(code) ? { kind: 'code', code } : { kind: 'recovery-code', code }
