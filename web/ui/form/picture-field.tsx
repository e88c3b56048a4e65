import { IconPhotoUp } from '@tabler/icons-react'
import { useCallback, type ReactNode } from 'react'
import { DropArea } from './drop-area.tsx'
import areaStyles from './drop-area.module.css'
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

/** Takes a picture, chosen or dropped, and shows it. */
export function PictureField({ value, onChange, current, error, ...area }: Props) {
  const chosen = error ? null : value
  const hasPicture = Boolean(chosen ?? current)
  return (
    <DropArea {...area} error={error} onChange={onChange}>
      {chosen ? (
        <FilePicture file={chosen} />
      ) : (
        current && <img className={styles.picture} src={current} alt="" />
      )}
      <span className={`${areaStyles.hint} ${styles.hint}`}>
        <IconPhotoUp size={20} stroke={1.5} aria-hidden />
        {value ? value.name : `Drop ${hasPicture ? 'another' : 'a'} picture here, or choose one`}
      </span>
    </DropArea>
  )
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
