import { IconEdit, IconMail, IconShieldX, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMe } from '#console/session.ts'
import { messages } from '#contract/messages.ts'
import { usersApi, type User } from '#contract/access/users.ts'
import type { RowAction } from '#ui/table/data-table.tsx'

type Dialogs = {
  onEdit: (user: User) => void
  onDelete: (user: User) => void
  onResetFactor: (user: User) => void
}

/** What can be done with a user; nobody disables or deletes themself. */
export function useUserMenu({ onEdit, onDelete, onResetFactor }: Dialogs): (user: User) => RowAction[] {
  const me = useMe()
  const { BusinessId: businessId } = useBusiness()
  const { run: setDisabled } = useAction(usersApi.setUserDisabled, {
    success: messages.users.updated,
    failure: messages.users.updateFailed,
  })
  const { run: invite } = useAction(usersApi.inviteUser, {
    success: 'Invitation sent.',
    failure: 'The invitation could not be sent.',
  })

  return (user) => {
    const { Uid: uid, IsDisabled, IsInvited } = user
    const params = { businessId, uid }
    const isSelf = uid === me.Uid
    const invitation: RowAction = {
      label: 'Resend invitation',
      icon: <IconMail size={16} aria-hidden />,
      onClick: () => void invite({ params }),
      disabled: IsDisabled,
      reason: 'Enable the user first.',
    }
    return [
      { label: 'Edit', icon: <IconEdit size={16} aria-hidden />, onClick: () => onEdit(user) },
      ...(IsInvited ? [invitation] : []),
      ...(user.HasSecondFactor && !isSelf ? [resetAction(() => onResetFactor(user))] : []),
      {
        label: IsDisabled ? 'Enable' : 'Disable',
        icon: IsDisabled ? <IconUserCheck size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />,
        onClick: () => void setDisabled({ params, body: { Value: !IsDisabled } }),
        disabled: isSelf,
        reason: "You can't disable yourself.",
      },
      {
        label: 'Delete',
        icon: <IconTrash size={16} aria-hidden />,
        onClick: () => onDelete(user),
        danger: true,
        disabled: isSelf,
        reason: "You can't delete yourself.",
      },
    ]
  }
}

const resetAction = (onClick: () => void): RowAction => ({
  label: 'Reset second factor',
  icon: <IconShieldX size={16} aria-hidden />,
  onClick,
})
