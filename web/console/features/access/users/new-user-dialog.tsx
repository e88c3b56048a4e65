import { useRef } from 'react'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { userWords } from '#contract/access/user-words.ts'
import { UserPerson, usersApi, type User } from '#contract/access/users.ts'
import { messages } from '#contract/messages.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { PersonFields } from './person-fields.tsx'
import { RoleField } from './role-field.tsx'
import { reachFields, reachOf, requireReach, venuesOf } from './user-reach.ts'
import { VenuesField } from './venues-field.tsx'

const text = messages.users

const Fields = UserPerson.extend({ Role: z.string(), ...reachFields })
  .superRefine(requireReach)
  .transform(({ DisplayName, Username, Role, ...reach }) => ({
    DisplayName,
    Username,
    ...(Role !== '' && { Role }),
    Venues: venuesOf(reach),
  }))

/** Makes a user and has them invited, as what they are if that is chosen; goes on with the user it made, if any. */
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
      goesOn
      schema={Fields}
      initialValues={{ DisplayName: '', Username: '', Role: '', ...reachOf([]) }}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId }, body })
        if (answer.ok) created.current = answer.data
        else if (answer.code === 'email_taken') return { ok: false, errors: { Username: answer.message } }
        return fieldsOf(answer)
      }}
      onClose={() => onClose(created.current)}
      draft={keptAs('new user')}
    >
      {(form) => (
        <>
          <PersonFields form={form} />
          <RoleField
            current={null}
            isOwn={false}
            required={false}
            without={userWords.roleLater}
            {...form.getInputProps('Role')}
          />
          <VenuesField form={form} />
        </>
      )}
    </FormModal>
  )
}
