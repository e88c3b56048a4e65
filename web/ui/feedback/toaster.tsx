import { Button, Group } from '@mantine/core'
import { Notifications } from '@mantine/notifications'

/** The place where toasts appear. */
export function Toaster() {
  return (
    <Notifications position="top-center" containerWidth={400} transitionDuration={150} aria-live="polite" />
  )
}

/** What was done, and the way back. */
export function UndoLine({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <Group component="span" justify="space-between" gap="sm" wrap="nowrap">
      {text}
      <Button variant="default" size="xs" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
