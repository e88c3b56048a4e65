import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDots } from '@tabler/icons-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './row-menu.module.css'

export type RowAction = {
  label: string
  icon?: ReactNode
  onClick: () => void
  danger?: boolean
  disabled?: boolean
  /** Why it can't be done now; shown under the label. */
  reason?: string
}

/** The menu at the end of a row. `rowId` is the cell that names the row. */
export function RowMenu({ actions, rowId }: { actions: RowAction[]; rowId: string }) {
  const id = useId()
  return (
    <Menu id={id}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray.7"
          aria-label="Actions for"
          aria-labelledby={`${id} ${rowId}`}
          className={styles.button}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Action key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** One that is disabled can still be reached with the keyboard: its reason is there to be read. */
function Action({ label, icon, onClick, danger = false, disabled = false, reason }: RowAction) {
  return (
    <Menu.Item
      leftSection={icon}
      color={danger && !disabled ? 'red.8' : undefined}
      aria-disabled={disabled || undefined}
      closeMenuOnClick={!disabled}
      className={styles.item}
      onClick={() => disabled || onClick()}
    >
      {label}
      {disabled && reason && <span className={styles.reason}>{reason}</span>}
    </Menu.Item>
  )
}
