import { Text, TextInput } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { accountApi, EmailChange } from '#contract/access/account.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'

/** Asks for another address: a link goes there, and nothing changes before it is opened. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { run } = useAction(accountApi.changeMyEmail)
  return (
    <FormModal
      title="Change e-mail address"
      submitLabel="Send the link"
      schema={EmailChange}
      initialValues={{ NewEmail: '', Password: '' }}
      onSubmit={(body) => run({ body })}
      doneStays
      done="We have sent a link to the new address. Open it there within an hour; until then nothing changes."
      onClose={onClose}
      withoutDraft="A password is typed into it."
    >
      {(form) => (
        <>
          <Text>We send a link to the new address, and tell the present one.</Text>
          <TextInput
            label="New email"
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('NewEmail')}
          />
          <PasswordField
            label="Password"
            description="The one you sign in with."
            autoComplete="current-password"
            required
            {...form.getInputProps('Password')}
          />
        </>
      )}
    </FormModal>
  )
}
