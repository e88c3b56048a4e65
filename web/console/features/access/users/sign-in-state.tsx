import { Button, Group, Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { invitationWords, signInWays } from '#contract/access/user-words.ts'
import { usersApi, type Invitation, type User } from '#contract/access/users.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'

/** Sends the invitation of a user again. */
export function useInvite() {
  return useAction(usersApi.inviteUser, {
    success: 'Invitation sent.',
    failure: 'The invitation could not be sent.',
  })
}

/** How a user signs in and when they last did, or how far their invitation has come. */
export function SignInState({ user }: { user: User }) {
  if (user.IsInvited) return <InvitationState user={user} />
  return (
    <Text c="dimmed">
      Signs in with {signInWays[user.SignsInWith]}
      {user.LastSignIn ? (
        <>
          , last on <DateText value={user.LastSignIn} withTime />
        </>
      ) : (
        ', but never has'
      )}
    </Text>
  )
}

function InvitationState({ user: { Uid: uid, Invitation: invitation, IsDisabled } }: { user: User }) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useInvite()
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <InvitationText invitation={invitation} />
      <Button
        variant="default"
        size="xs"
        disabled={IsDisabled}
        loading={isRunning}
        onClick={() => void run({ params: { businessId, uid } })}
      >
        Resend
      </Button>
    </Group>
  )
}

/** How far an invitation has come, and why no further or until when. */
export function InvitationText({ invitation }: { invitation: Invitation | null }) {
  return (
    <div>
      <Text>{invitation ? invitationWords[invitation.State].sentence : 'Invited to set a password'}</Text>
      {invitation && (
        <Text c="dimmed" size="sm">
          {invitation.Reason ?? <LinkLasts invitation={invitation} />}
        </Text>
      )}
    </div>
  )
}

function LinkLasts({ invitation: { State, ExpiryDate } }: { invitation: Invitation }) {
  return (
    <>
      {State === 'Late' ? 'It ended on ' : 'Its link works until '}
      <DateText value={ExpiryDate} withTime />
    </>
  )
}

/** What the state of a user, or of an administrator, is told by. */
type Standing = Pick<User, 'IsDisabled' | 'IsInvited' | 'Invitation' | 'SignsInWith'>

/** The state of a user in a word, and below it how they sign in or how far their invitation has come. */
export function UserStatus({ user }: { user: Standing }) {
  return (
    <div>
      <StatusBadge color={colourOf(user)}>
        {user.IsDisabled ? 'Disabled' : user.IsInvited ? 'Invited' : 'Active'}
      </StatusBadge>
      {detailOf(user) && (
        <Text size="xs" c="dimmed" mt={2}>
          {detailOf(user)}
        </Text>
      )}
    </div>
  )
}

const isInTrouble = ({ Invitation: invitation }: Standing) =>
  invitation !== null && ['Failed', 'Kept', 'Late'].includes(invitation.State)

function colourOf(user: Standing): StatusColor {
  if (user.IsDisabled) return 'grey'
  if (!user.IsInvited) return 'green'
  return isInTrouble(user) ? 'orange' : 'blue'
}

function detailOf({ IsInvited, Invitation: invitation, SignsInWith }: Standing): string | null {
  if (!IsInvited) return signInWays[SignsInWith]
  return invitation && invitationWords[invitation.State].label
}
