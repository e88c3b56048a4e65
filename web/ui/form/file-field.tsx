import { IconFileUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DropArea } from './drop-area.tsx'
import styles from './drop-area.module.css'

type Props = {
  label: string
  description?: string
  /** What to do here: 'Drop a CSV file here, or choose one'. */
  hint: string
  accept: readonly string[]
  error?: ReactNode
  onChange: (file: File | null) => void
}

/** Takes a file, chosen or dropped, that something is done with at once. */
export function FileField({ hint, ...area }: Props) {
  return (
    <DropArea {...area}>
      <span className={styles.hint}>
        <IconFileUpload size={20} stroke={1.5} aria-hidden />
        {hint}
      </span>
    </DropArea>
  )
}
