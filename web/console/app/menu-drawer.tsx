import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { useSettings } from '#console/settings.ts'
import { Sidebar } from './sidebar.tsx'

/** The menu where there is no room beside the page. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { Brand } = useSettings()
  return (
    <Drawer opened={isOpen} onClose={onClose} title={Brand} size={280} padding="xs">
      <nav aria-label="Menu">
        <Sidebar onNavigate={onClose} />
      </nav>
    </Drawer>
  )
}
