import { Menu, type FloatingPosition } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import type { ReactNode } from 'react'
import styles from './row-menu.module.css'
import type { RowAction } from './row-menu.tsx'

type Props = {
  /** The button that names it. */
  labelId: string
  onClose: () => void
  position?: FloatingPosition
  children: ReactNode
}

/** A menu that exists only while it is open, over the button that opened it: that stands in a positioned element. */
export function OpenMenu({ labelId, onClose, position = 'bottom', children }: Props) {
  return (
    <Menu opened onClose={onClose} returnFocus={false} position={position}>
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-hidden className={styles.cover} />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelId}>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** The same of actions. */
export function ActionsOpened({ actions, ...menu }: Omit<Props, 'children'> & { actions: RowAction[] }) {
  return (
    <OpenMenu {...menu}>
      {actions.map((action) => (
        <ActionItem key={action.label} {...action} />
      ))}
    </OpenMenu>
  )
}

/** One that is disabled can still be reached with the keyboard: its reason is there to be read. */
export function ActionItem({ label, icon, onClick, danger = false, disabled = false, reason }: RowAction) {
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
