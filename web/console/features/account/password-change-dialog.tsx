import { Text } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { accountApi, PasswordChange } from '#contract/access/account.ts'
import { shortestPassword } from '#contract/access/identity.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'

const Passwords = PasswordChange.extend({ again: z.string() }).refine(
  ({ NewPassword, again }) => NewPassword === again,
  { path: ['again'], message: 'The two passwords are not the same.' },
)

/** Changes the password of whoever knows the present one. */
export function PasswordChangeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { run } = useAction(accountApi.changeMyPassword, { success: 'Password changed.' })
  return (
    <FormModal
      title="Change password"
      submitLabel="Change password"
      schema={Passwords}
      initialValues={{ Password: '', NewPassword: '', again: '' }}
      onSubmit={({ Password, NewPassword }) => run({ body: { Password, NewPassword } })}
      onClose={onClose}
      withoutDraft="Passwords are typed into it."
    >
      {(form) => (
        <>
          <Text>Everywhere else you are signed out.</Text>
          {/* Browsers keep the password with the account that they see named. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Password"
            description="The one you sign in with now."
            autoComplete="current-password"
            required
            {...form.getInputProps('Password')}
          />
          <PasswordField
            label="New password"
            description={`${shortestPassword} characters or more.`}
            autoComplete="new-password"
            required
            {...form.getInputProps('NewPassword')}
          />
          <PasswordField
            label="New password again"
            autoComplete="new-password"
            required
            {...form.getInputProps('again')}
          />
        </>
      )}
    </FormModal>
  )
}
