import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'

/** Folds the menu to its icons, and back. */
export function CollapseButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const label = isCollapsed ? 'Expand menu' : 'Collapse menu'
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <ActionIcon variant="subtle" color="gray.7" size={36} aria-label={label} title={label} onClick={onToggle}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}
