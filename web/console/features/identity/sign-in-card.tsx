import { Anchor, Stack, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { z } from 'zod'
import { call } from '#web/api-client.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { focusFirstField } from './focus-first-field.ts'
import { IdentityCard } from './identity-card.tsx'
import { MicrosoftButton } from './microsoft-button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { proceed } from './proceed.ts'
import type { CredentialErrors } from '#web/sign-in-refusals.ts'

const text = messages.signIn

const Credentials = z.object({
  email: z.string().trim().min(1, text.emailRequired),
  password: z.string().min(1, text.passwordRequired),
})

type Props = {
  email: string
  /** What is wrong from the start, after Microsoft sent the person back. */
  errors: CredentialErrors | null
  onForgot: (email: string) => void
}

/** Signs in with e-mail and password, or goes to Microsoft. */
export function SignInCard({ email, errors, onForgot }: Props) {
  const { form, isSubmitting, submit } = useZodForm({
    schema: Credentials,
    initialValues: { email, password: '' },
    onSubmit: signIn,
  })
  const { setErrors } = form
  useEffect(() => {
    if (errors) setErrors(errors)
  }, [errors, setErrors])

  return (
    <IdentityCard title={text.title}>
      <form noValidate ref={focusFirstField} onSubmit={submit}>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
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
      <Anchor component="button" type="button" ta="center" onClick={() => onForgot(form.getValues().email)}>
        {text.forgot}
      </Anchor>
    </IdentityCard>
  )
}

async function signIn(body: z.output<typeof Credentials>): Promise<SubmitResult> {
  return proceed(await call(identityApi.signIn, { body }))
}
