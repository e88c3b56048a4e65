import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import styles from './fields.module.css'
import { neighboursOf, listPlaceOf } from '#features/pass-designer/draft/document-path.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

/** Puts an item of a list elsewhere, or takes it out. Links are sorted by their kind. */
export function ListButtons({ path, designing }: { path: string; designing: Designing }) {
  const [isRemoving, setRemoving] = useState(false)
  const isSure = useRef(false)
  const near = path.startsWith('GooglePassLinks') ? null : neighboursOf(designing.document, path)
  const move = (to: string) => designing.move(path, to)
  return (
    <div className={styles.listButtons}>
      {near && (
        <>
          <Move label="Move up" icon={<IconArrowUp size={14} aria-hidden />} to={near.before} onMove={move} />
          <Move
            label="Move down"
            icon={<IconArrowDown size={14} aria-hidden />}
            to={near.after}
            onMove={move}
          />
        </>
      )}
      <Button
        variant="subtle"
        color="red"
        size="xs"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setRemoving(true)}
      >
        Remove
      </Button>
      {isRemoving && (
        <ConfirmModal
          title={listPlaceOf(path) ? 'Remove the field?' : 'Remove the label?'}
          text={messages.passes.removeField}
          confirmLabel="Remove"
          danger
          onConfirm={async () => {
            isSure.current = true
            return { ok: true }
          }}
          onClose={() => {
            setRemoving(false)
            // Once the question has closed: it goes with the field.
            if (isSure.current) designing.remove(path)
          }}
        />
      )}
    </div>
  )
}

type MoveProps = { label: string; icon: ReactNode; to: string | null; onMove: (to: string) => void }

function Move({ label, icon, to, onMove }: MoveProps) {
  return (
    <Button variant="default" size="xs" leftSection={icon} disabled={!to} onClick={() => to && onMove(to)}>
      {label}
    </Button>
  )
}
