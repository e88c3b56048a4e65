import { Input } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useCallback, useId, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './picture-field.module.css'

type Props = {
  label: string
  description?: string
  /** The file that was chosen, or dropped here. */
  value: File | null
  onChange: (file: File | null) => void
  /** Where the picture is that the chosen one will replace. */
  current?: string | null
  /** The kinds of files that the browser offers; what is dropped may be any. */
  accept: readonly string[]
  error?: ReactNode
}

/** Takes a picture, chosen or dropped, and shows it. The browser's own field lies unseen over all of it. */
export function PictureField({ label, description, value, onChange, current, accept, error }: Props) {
  const id = useId()
  const chosen = error ? null : value
  const hasPicture = Boolean(chosen ?? current)
  const [isOver, setOver] = useState(false)
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={styles.area} data-over={isOver || undefined} data-error={error ? true : undefined}>
        {chosen ? (
          <FilePicture file={chosen} />
        ) : (
          current && <img className={styles.picture} src={current} alt="" />
        )}
        <span className={styles.hint} data-over-picture={hasPicture || undefined}>
          <IconPhotoUp size={20} stroke={1.5} aria-hidden />
          {value ? value.name : `Drop ${hasPicture ? 'another' : 'a'} picture here, or choose one`}
        </span>
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
          onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
    </Input.Wrapper>
  )
}

function describedBy(id: string, description: string | undefined, error: ReactNode): string | undefined {
  const parts = [description && `${id}-description`, error && `${id}-error`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : undefined
}

/** A file that is on its way, under an address that only this browser knows, and only as long as it is shown. */
function FilePicture({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return <img ref={show} className={styles.picture} alt="" />
}
