import { Text } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { administratorsApi, administratorWords as text } from '#contract/access/administrators.ts'
import { UserPerson } from '#contract/access/users.ts'
import { PersonFields } from '#features/access/users/person-fields.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'

const taken = 'email_taken'

/** Makes a super administrator and has them invited. */
export function NewAdministratorDialog({ onClose }: { onClose: () => void }) {
  const { run } = useAction(administratorsApi.createAdministrator, {
    success: text.invited,
    // The field says it.
    failure: ({ code }) => (code === taken ? null : text.inviteFailed),
  })
  return (
    <FormModal
      title={text.inviteTitle}
      submitLabel="Invite"
      schema={UserPerson}
      initialValues={{ DisplayName: '', Username: '' }}
      onSubmit={async (body) => {
        const answer = await run({ body })
        if (!answer.ok && answer.code === taken) return { ok: false, errors: { Username: answer.message } }
        return fieldsOf(answer)
      }}
      onClose={onClose}
      draft={keptAs('new administrator')}
    >
      {(form) => (
        <>
          <Text>
            {text.inviteHelp} {text.factorFirst}
          </Text>
          <PersonFields form={form} />
        </>
      )}
    </FormModal>
  )
}
