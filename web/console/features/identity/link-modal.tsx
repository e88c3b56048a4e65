import { Alert, TextInput } from '@mantine/core'
import { z } from 'zod'
import { call } from '#web/api-client.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { PasswordField } from '#ui/form/password-field.tsx'
import { proceed } from './proceed.ts'

const text = messages.signIn

const Credentials = z.object({ email: z.string(), password: z.string().min(1, text.passwordRequired) })

/** Joins the Microsoft account somebody just signed in with to the password account with the same e-mail. */
export function LinkModal({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <FormModal
      title={text.linkTitle}
      submitLabel="Link accounts"
      schema={Credentials}
      initialValues={{ email, password: '' }}
      onSubmit={link}
      onClose={onClose}
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
        </>
      )}
    </FormModal>
  )
}

async function link(body: z.output<typeof Credentials>): Promise<SubmitResult> {
  return proceed(await call(identityApi.linkMicrosoft, { body }))
}
