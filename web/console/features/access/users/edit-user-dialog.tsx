import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { z } from 'zod'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useMe } from '#console/session.ts'
import { userWords } from '#contract/access/user-words.ts'
import { authorisedVenues, type User, UserPerson } from '#contract/access/users.ts'
import { messages } from '#contract/messages.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { RoleField } from './role-field.tsx'
import { useSaveUser } from './save-user.ts'
import { SignInState } from './sign-in-state.tsx'
import { reachFields, reachOf, requireReach, venuesOf } from './user-reach.ts'
import { OwnVenues, VenuesField } from './venues-field.tsx'

const text = messages.users

const schemaWith = (noRole: string) =>
  UserPerson.extend({ Role: z.string().min(1, noRole), ...reachFields, AutoLogOut: z.boolean() })
    .superRefine(requireReach)
    .transform(({ Reach, Venues, ...rest }) => ({ ...rest, Venues: venuesOf({ Reach, Venues }) }))
const FirstRole = schemaWith(text.roleRequired)
const OtherRole = schemaWith(text.roleRemoved)

type Props = {
  user: User
  /** They have just been made, and the dialog goes on. */
  isNext?: boolean
  onClose: () => void
}

/** Changes who a user is, what they may do, and where. */
export function EditUserDialog({ user, isNext = false, onClose }: Props) {
  const { save, question } = useSaveUser(user)
  const role = user.CustomClaims.cherryPayRole
  const venues = authorisedVenues(user)
  const isOwn = user.Uid === useMe().Uid
  return (
    <>
      <FormModal
        title={text.editTitle}
        submitLabel="Save"
        isNext={isNext}
        schema={role === null ? FirstRole : OtherRole}
        initialValues={{
          DisplayName: user.DisplayName,
          Username: user.Email,
          Role: role ?? '',
          ...reachOf(venues),
          AutoLogOut: user.AutoLogOut,
        }}
        onSubmit={save}
        onClose={onClose}
        draft={keptAs(`user ${user.Uid}`, { revision: JSON.stringify(user.Revisions) })}
      >
        {(form) => (
          <>
            <SignInState user={user} />
            <TextInput label="Name" autoComplete="off" required {...form.getInputProps('DisplayName')} />
            <TextInput
              label="Email"
              type="email"
              autoComplete="off"
              required
              readOnly={isOwn}
              description={mailHelp(user, isOwn)}
              {...form.getInputProps('Username')}
            />
            <RoleField current={role} isOwn={isOwn} {...form.getInputProps('Role')} />
            {isOwn ? <OwnVenues venueNos={venues} /> : <VenuesField form={form} current={venues} />}
            <Switch
              label={userWords.autoLogOut}
              description={userWords.autoLogOutHelp}
              {...form.getInputProps('AutoLogOut', { type: 'checkbox' })}
            />
          </>
        )}
      </FormModal>
      {question}
    </>
  )
}

function mailHelp({ IsInvited }: User, isOwn: boolean): string {
  if (isOwn) return userWords.ownMailHelp
  return IsInvited ? userWords.freshMailHelp : userWords.noticeHelp
}
