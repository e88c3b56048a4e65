import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { Brand } from '#console/brand.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { Sidebar } from './sidebar.tsx'

/** The menu where there is no room beside the page; open as long as it is mounted. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { close, modal } = useDialog(onClose)
  return (
    <Drawer
      {...modal}
      title={<Brand />}
      size={280}
      padding="xs"
      // Over the icons of the entries.
      styles={{ header: { paddingInlineStart: 22 } }}
    >
      <nav aria-label="Menu">
        <Sidebar onNavigate={close} />
      </nav>
    </Drawer>
  )
}
