import {
  IconEdit,
  IconMail,
  IconShieldX,
  IconTrash,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMe } from '#console/session.ts'
import { messages } from '#contract/messages.ts'
import { usersApi, type User } from '#contract/access/users.ts'
import type { RowAction } from '#ui/table/data-table.tsx'
import { useInvite } from './sign-in-state.tsx'

type Dialogs = Record<'onEdit' | 'onDelete' | 'onUnlink' | 'onResetFactor', (user: User) => void>

/** What can be done with a user; nobody disables or deletes themself. */
export function useUserMenu({
  onEdit,
  onDelete,
  onUnlink,
  onResetFactor,
}: Dialogs): (user: User) => RowAction[] {
  const me = useMe()
  const { BusinessId: businessId } = useBusiness()
  const { run: setDisabled } = useAction(usersApi.setUserDisabled, {
    success: messages.users.updated,
    failure: messages.users.updateFailed,
  })
  const { run: invite } = useInvite()

  return (user) => {
    const { Uid: uid, IsDisabled, IsInvited, SignsInWith } = user
    const params = { businessId, uid }
    const isSelf = uid === me.Uid
    const invitation: RowAction = {
      label: 'Resend invitation',
      icon: <IconMail size={16} aria-hidden />,
      onClick: () => void invite({ params }),
      disabled: IsDisabled,
      reason: 'Enable the user first.',
    }
    const unlinking: RowAction = {
      label: 'Unlink from Microsoft',
      icon: <IconUnlink size={16} aria-hidden />,
      onClick: () => onUnlink(user),
      disabled: isSelf || IsDisabled,
      reason: isSelf ? "You can't unlink yourself." : 'Enable the user first.',
    }
    return [
      { label: 'Edit', icon: <IconEdit size={16} aria-hidden />, onClick: () => onEdit(user) },
      ...(IsInvited ? [invitation] : []),
      ...(SignsInWith === 'Microsoft' ? [unlinking] : []),
      ...(user.HasSecondFactor && !isSelf ? [resetAction(() => onResetFactor(user))] : []),
      {
        label: IsDisabled ? 'Enable' : 'Disable',
        icon: IsDisabled ? <IconUserCheck size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />,
        onClick: () => void setDisabled({ params, body: { Value: !IsDisabled } }),
        disabled: isSelf,
        reason: "You can't disable yourself.",
      },
      deletion(isSelf, () => onDelete(user)),
    ]
  }
}

const deletion = (isSelf: boolean, onClick: () => void): RowAction => ({
  label: 'Delete',
  icon: <IconTrash size={16} aria-hidden />,
  onClick,
  danger: true,
  disabled: isSelf,
  reason: "You can't delete yourself.",
})

const resetAction = (onClick: () => void): RowAction => ({
  label: 'Reset second factor',
  icon: <IconShieldX size={16} aria-hidden />,
  onClick,
})
