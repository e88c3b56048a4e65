import { IconMail, IconShieldX, IconUnlink, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { administratorWords as text, type Administrator } from '#contract/access/administrators.ts'
import type { RowAction } from '#ui/table/data-table.tsx'
import type { Deed } from './administrator-dialogs.tsx'

/** What can be done with a super administrator, each of it asked first; nobody does it to themself. */
export function actionsFor(
  { IsDisabled, IsInvited, SignsInWith, HasSecondFactor }: Administrator,
  isSelf: boolean,
  ask: (deed: Deed) => void,
): RowAction[] {
  const invitation: RowAction = {
    label: 'Resend invitation',
    icon: <IconMail size={16} aria-hidden />,
    onClick: () => ask('resend'),
    disabled: IsDisabled,
    reason: text.enableFirst,
  }
  const unlinking: RowAction = {
    label: 'Unlink from Microsoft',
    icon: <IconUnlink size={16} aria-hidden />,
    onClick: () => ask('unlink'),
    disabled: isSelf || IsDisabled,
    reason: isSelf ? "You can't unlink yourself." : text.enableFirst,
  }
  const reset: RowAction = {
    label: 'Reset second factor',
    icon: <IconShieldX size={16} aria-hidden />,
    onClick: () => ask('reset factor'),
  }
  return [
    ...(IsInvited ? [invitation] : []),
    ...(SignsInWith === 'Microsoft' ? [unlinking] : []),
    ...(HasSecondFactor && !isSelf ? [reset] : []),
    {
      label: IsDisabled ? 'Enable' : 'Disable',
      icon: IsDisabled ? <IconUserCheck size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />,
      onClick: () => ask(IsDisabled ? 'enable' : 'disable'),
      disabled: isSelf,
      reason: "You can't disable yourself.",
    },
  ]
}
