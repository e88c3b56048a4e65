import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useIsServerBusy } from '#console/patience.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import styles from './busy-notice.module.css'

// A moment's wait is none that anybody has to be told of.
const afterMs = 400

/** Says so while the server is too busy for something that was asked of it, and that it is tried again. */
export function BusyNotice() {
  const [isBusy] = useDebouncedValue(useIsServerBusy(), afterMs)
  return (
    <div role="status" className={styles.place}>
      {isBusy && (
        <span className={styles.notice}>
          <Loader size={14} aria-hidden /> {messages.generic.busy}
        </span>
      )}
    </div>
  )
}
