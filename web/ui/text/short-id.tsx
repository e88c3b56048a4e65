import { UnstyledButton } from '@mantine/core'
import { useHint } from '#ui/feedback/hint.tsx'
import { useCopy } from '#ui/feedback/use-copy.ts'
import styles from './short-id.module.css'

// Enough to tell ids apart.
const shown = 8

/** The start of a long id: the whole stands behind it, and is copied by a press. `label` says whose it is: 'Session ID'. */
export function ShortId({ id, label }: { id: string; label: string }) {
  const { copy } = useCopy(id, `${label} copied.`)
  const { target, words } = useHint([id, 'Press to copy it.'])
  return (
    <>
      <UnstyledButton
        className={styles.id}
        {...target}
        aria-label={`Copy ${label} ${id.slice(0, shown)}`}
        onClick={(event) => {
          target.onClick(event)
          copy()
        }}
      >
        {id.slice(0, shown)}
      </UnstyledButton>
      {words}
    </>
  )
}
