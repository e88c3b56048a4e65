import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { NewUser, usersApi, type User } from '#contract/access/users.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

const text = messages.users

/** Makes a user and has them invited; closes with the user it made, if any. */
export function NewUserDialog({ onClose }: { onClose: (created: User | null) => void }) {
  const { BusinessId: businessId } = useBusiness()
  const created = useRef<User | null>(null)
  const { run } = useAction(usersApi.createUser, {
    success: text.created,
    failure: text.createFailed,
  })
  return (
    <FormModal
      title={text.newTitle}
      submitLabel="Create"
      schema={NewUser}
      initialValues={{ DisplayName: '', Username: '' }}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId }, body })
        if (answer.ok) created.current = answer.data
        else if (answer.code === 'email_taken') return { ok: false, errors: { Username: answer.message } }
        return fieldsOf(answer)
      }}
      onClose={() => onClose(created.current)}
    >
      {(form) => (
        <>
          <TextInput label="Name" autoComplete="off" required {...form.getInputProps('DisplayName')} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            required
            description="An invitation to set a password is sent here."
            {...form.getInputProps('Username')}
          />
        </>
      )}
    </FormModal>
  )
}
