import { Text } from '@mantine/core'
import { z } from 'zod'
import { useMe } from '#console/session.ts'
import { messages } from '#contract/messages.ts'
import { authorisedVenues, type User } from '#contract/access/users.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { RoleField } from './role-field.tsx'
import { useSaveUser } from './save-user.ts'
import { VenuesField } from './venues-field.tsx'

const text = messages.users

const schemaWith = (noRole: string) =>
  z.object({ Role: z.string().min(1, noRole), Venues: z.array(z.string()) })
const FirstRole = schemaWith(text.roleRequired)
const OtherRole = schemaWith(text.roleRemoved)

/** Changes what a user may do, and where. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const me = useMe()
  const { save, question } = useSaveUser(user)
  const role = user.CustomClaims.cherryPayRole
  const venues = authorisedVenues(user)
  return (
    <>
      <FormModal
        title={text.editTitle}
        submitLabel="Save"
        schema={role === null ? FirstRole : OtherRole}
        initialValues={{ Role: role ?? '', Venues: venues }}
        onSubmit={save}
        onClose={onClose}
      >
        {(form) => (
          <>
            <Person user={user} />
            <RoleField current={role} isOwn={user.Uid === me.Uid} {...form.getInputProps('Role')} />
            <VenuesField current={venues} {...form.getInputProps('Venues')} />
          </>
        )}
      </FormModal>
      {question}
    </>
  )
}

function Person({ user }: { user: User }) {
  return (
    <div>
      <Text fw={600}>{user.DisplayName}</Text>
      <Text>{user.Email}</Text>
      <Text c="dimmed">
        {user.LastSignIn ? (
          <>
            Last sign-in <DateText value={user.LastSignIn} withTime />
          </>
        ) : (
          (user.IsInvited && 'Invited to set a password') || 'Never signed in'
        )}
      </Text>
    </div>
  )
}
