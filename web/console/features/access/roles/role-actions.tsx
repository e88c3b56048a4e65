import { IconEye, IconGauge, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Role } from '#contract/access/roles.ts'
import type { RowAction } from '#ui/table/row-menu.tsx'

export type RoleDoings = {
  /** Opens the role, to edit it or to read it. */
  onOpen: (role: Role) => void
  onRemove: (role: Role) => void
  /** Opens the limits of a role that is otherwise to be read. */
  onLimit: (role: Role) => void
  /** How many users have the role. */
  userCount: (name: string) => number
  /** Why a role can only be read; null if it can be changed. */
  whyReadOnly: (role: Role) => string | null
  /** Whether the limits of a role of every business can be changed. */
  canLimit: (role: Role) => boolean
}

/** What can be done with a role: some can only be read, and one that somebody has stays. */
export function roleActions(
  role: Role,
  { onOpen, onRemove, onLimit, userCount, whyReadOnly, canLimit }: RoleDoings,
): RowAction[] {
  if (whyReadOnly(role))
    return [
      { label: 'View', icon: <IconEye size={16} aria-hidden />, onClick: () => onOpen(role) },
      ...(canLimit(role)
        ? [{ label: 'Limits', icon: <IconGauge size={16} aria-hidden />, onClick: () => onLimit(role) }]
        : []),
    ]
  const count = userCount(role.Name)
  return [
    { label: 'Edit', icon: <IconPencil size={16} aria-hidden />, onClick: () => onOpen(role) },
    {
      label: 'Remove',
      icon: <IconTrash size={16} aria-hidden />,
      onClick: () => onRemove(role),
      danger: true,
      disabled: count > 0,
      reason: `${count === 1 ? '1 user has' : `${count} users have`} this role.`,
    },
  ]
}
