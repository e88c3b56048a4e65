import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDots } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
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

/**
 * The menu at the end of a row; `rowId` is the cell that names the row.
 * It exists only while it is open: 500 of the kit's menus would cost a second.
 */
export function RowMenu({ actions, rowId }: { actions: RowAction[]; rowId: string }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  function close() {
    button.current?.focus({ preventScroll: true })
    setOpen(false)
  }

  return (
    <span className={styles.anchor}>
      <button
        ref={button}
        type="button"
        id={id}
        className={styles.button}
        aria-label="Actions for"
        aria-labelledby={`${id} ${rowId}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconDots size={18} aria-hidden />
      </button>
      {isOpen && (
        <Menu opened onClose={close} returnFocus={false}>
          <Menu.Target>
            <button type="button" tabIndex={-1} aria-hidden className={styles.cover} />
          </Menu.Target>
          <Menu.Dropdown aria-labelledby={id}>
            {actions.map((action) => (
              <ActionItem key={action.label} {...action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
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
