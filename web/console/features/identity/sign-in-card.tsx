import { Anchor, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '#web/api-client.ts'
import { identityApi } from '#contract/access/identity.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { useSettings } from '#console/settings.ts'
import { fetched, Nothing } from '#ui/feedback/fetched.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm } from '#ui/form/zod-form.ts'
import { focusFirstField } from './focus-first-field.ts'
import { IdentityCard } from './identity-card.tsx'
import styles from './identity.module.css'
import { MicrosoftButton } from './microsoft-button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { proceed } from './proceed.ts'
import { Refused } from './refused.tsx'
import type { CredentialErrors } from '#web/sign-in-refusals.ts'

const PasskeyButton = fetched(async () => (await import('./later.ts')).PasskeyButton, null, Nothing)
const DemoAccounts = fetched(async () => (await import('./later.ts')).DemoAccounts, null, Nothing)

const text = messages.signIn

const Credentials = z.object({
  email: z.string().trim().min(1, text.emailRequired),
  password: z.string().min(1, text.passwordRequired),
})

type Props = {
  email: string
  /** What is wrong from the start, after Microsoft sent the person back. */
  errors: CredentialErrors | null
  /** Why the second step came to nothing. */
  failure: string | null
  onForgot: (email: string) => void
  /** The password was right, and there is a second factor to be shown. */
  onSecondFactor: (needed: unknown, email: string) => void
}

/** Signs in with e-mail and password or with a passkey, or goes to Microsoft. */
export function SignInCard({ email, errors, failure, onForgot, onSecondFactor }: Props) {
  const { Demo } = useSettings()
  const { form, isSubmitting, submit, signIn, refusal, setRefusal } = useSignIn({
    email,
    failure,
    onSecondFactor,
  })
  const { setErrors } = form
  useEffect(() => {
    if (errors) setErrors(errors)
  }, [errors, setErrors])

  const card = (
    <IdentityCard title={text.title}>
      <Refused>{refusal}</Refused>
      <form noValidate ref={focusFirstField} onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            // Browsers offer the passkeys they have in this field.
            autoComplete="username webauthn"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <WorkingButton type="submit" fullWidth isWorking={isSubmitting}>
            {text.next}
          </WorkingButton>
        </Stack>
      </form>
      <MicrosoftButton />
      <PasskeyButton onRefused={setRefusal} />
      <Anchor component="button" type="button" ta="center" onClick={() => onForgot(form.getValues().email)}>
        {text.forgot}
      </Anchor>
    </IdentityCard>
  )
  if (!Demo) return card
  return (
    <div className={styles.demo}>
      {card}
      <DemoAccounts signIn={signIn} onRefused={setErrors} />
    </div>
  )
}

/** The form that signs in, and the same for an account that is chosen beside it. */
function useSignIn({ email, failure, onSecondFactor }: Pick<Props, 'email' | 'failure' | 'onSecondFactor'>) {
  const [refusal, setRefusal] = useState(failure)

  async function signIn(body: z.output<typeof Credentials>) {
    setRefusal(null)
    const answer = await call(identityApi.signIn, { body })
    if (answer.ok || answer.code !== 'second-factor-needed') return proceed(answer)
    onSecondFactor(answer.body, body.email)
    return { ok: true }
  }

  const initialValues = { email, password: '' }
  return {
    ...useZodForm({ schema: Credentials, initialValues, onSubmit: signIn }),
    signIn,
    refusal,
    setRefusal,
  }
}
