import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
import { opened } from '#ui/layout/opened.tsx'
import { useHotkeys } from '#ui/layout/use-hotkeys.ts'

const HelpDialog = opened(async () => (await import('./help-dialog.tsx')).HelpDialog)

/** Help about the page one is on, also by its key. */
export function HelpButton() {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  // The sign needs the shift key on some keyboards, and none on others.
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ])
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray.7"
        size={36}
        aria-label="Help"
        aria-keyshortcuts="?"
        onClick={open}
      >
        <IconHelp size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
      {isOpen && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  )
}
