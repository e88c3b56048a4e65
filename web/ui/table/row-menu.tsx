import { IconDots } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { opened } from '#ui/layout/opened.tsx'
import styles from './row-menu.module.css'

const ActionsOpened = opened(async () => (await import('./open-menu.tsx')).ActionsOpened)

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
      {isOpen && <ActionsOpened actions={actions} labelId={id} onClose={close} />}
    </span>
  )
}
