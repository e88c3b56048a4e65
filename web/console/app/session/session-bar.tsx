import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#console/session.ts'
import { opened } from '#ui/layout/opened.tsx'
import { formatTime } from '#ui/text/format.ts'
import styles from './session-bar.module.css'

const SignInAgainDialog = opened(async () => (await import('#app/shell/soon.ts')).SignInAgainDialog)

/** Says that the session ends soon, and renews it without leaving the page. */
export function SessionBar() {
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const endsAt = session.status === 'signed-in' && session.end === 'near' ? session.endsAt : null
  return (
    <div role="status">
      {endsAt !== null && (
        <div className={styles.bar}>
          <span>Your session ends at {formatTime(endsAt)}.</span>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            Sign in again
          </Button>
        </div>
      )}
      {isAsking && endsAt !== null && <SignInAgainDialog onClose={() => setAsking(false)} />}
    </div>
  )
}
