import { Button, Group } from '@mantine/core'

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
