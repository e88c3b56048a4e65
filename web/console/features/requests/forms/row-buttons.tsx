import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import styles from './forms.module.css'

/** Takes a row of the editor away. */
export function RemoveRow({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray.7"
      size="lg"
      className={styles.remove}
      aria-label={label}
      onClick={onRemove}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}

/** Adds a row to the editor. */
export function AddRow({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <div>
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
        {label}
      </Button>
    </div>
  )
}
