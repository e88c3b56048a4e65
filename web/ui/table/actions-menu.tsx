import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconChevronDown } from '@tabler/icons-react'
import { ActionItem } from './open-menu.tsx'
import type { RowAction } from './row-menu.tsx'

type Props = { actions: readonly RowAction[]; label?: string }

/** What can be done with the record that a page is about. */
export function ActionsMenu({ actions, label = 'Actions' }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} aria-hidden />}>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
