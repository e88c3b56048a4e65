import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import type { ReactNode } from 'react'
import styles from './side-panel.module.css'
import { useDialog } from '#ui/feedback/use-dialog.ts'

type Props = {
  title: string
  children: ReactNode
  /** What can be done with it, at the foot. */
  actions?: ReactNode
  /** Called when the panel has closed, however that came. */
  onClose: () => void
}

/** A record beside its list, open as long as it is mounted. */
export function SidePanel({ title, children, actions, onClose }: Props) {
  const { modal } = useDialog(onClose)
  return (
    <Drawer
      {...modal}
      title={title}
      position="right"
      size={560}
      padding="lg"
      overlayProps={{ backgroundOpacity: 0.4 }}
      classNames={{ content: styles.content, body: styles.body, title: styles.title }}
    >
      <div className={styles.record}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Drawer>
  )
}
