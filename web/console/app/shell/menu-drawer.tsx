import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { Brand } from '#console/brand.tsx'
import { Sidebar } from './sidebar.tsx'

/** The menu where there is no room beside the page. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={<Brand />}
      size={280}
      padding="xs"
      // Over the icons of the entries.
      styles={{ header: { paddingInlineStart: 22 } }}
    >
      <nav aria-label="Menu">
        <Sidebar onNavigate={onClose} />
      </nav>
    </Drawer>
  )
}
