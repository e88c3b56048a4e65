import { Input } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import styles from './drop-area.module.css'

type Props = {
  label: string
  description?: string | undefined
  /** The kinds of files that the browser offers; what is dropped may be any. */
  accept: readonly string[]
  error?: ReactNode
  /** The file that was chosen, or dropped here. */
  onChange: (file: File | null) => void
  /** What stands in the area: what was chosen, and what can be done. */
  children: ReactNode
}

/** Takes a file, chosen or dropped. The browser's own field lies unseen over all of the area. */
export function DropArea({ label, description, accept, error, onChange, children }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={styles.area} data-over={isOver || undefined} data-error={error ? true : undefined}>
        {children}
        <input
          id={id}
          type="file"
          className={styles.input}
          accept={accept.join(',')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, description, error)}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.files?.[0] ?? null)
            // The same file, mended meanwhile, can be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}

function describedBy(id: string, description: string | undefined, error: ReactNode): string | undefined {
  const parts = [description && `${id}-description`, error && `${id}-error`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : undefined
}
