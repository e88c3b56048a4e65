import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe } from '#console/session.ts'
import { microsoftSignInPath } from '#contract/access/identity.ts'
import { besidePaths } from '#contract/first-paths.ts'
import { messages } from '#contract/messages.ts'
import styles from './password-dialog.module.css'
import { whoseParam } from './whose-param.ts'

type Props = { onCancel?: () => void; otherWay?: ReactNode }

/** Signs in with Microsoft in a window of its own, so that this page stays. The session hears of it by itself. */
export function MicrosoftAgain({ onCancel, otherWay }: Props) {
  const { Uid } = useMe()

  function openWindow() {
    const to = `${besidePaths.renewed}?${new URLSearchParams({ [whoseParam]: Uid }).toString()}`
    const url = `${microsoftSignInPath}?${new URLSearchParams({ to }).toString()}`
    window.open(url, 'hub-sign-in', 'popup,width=520,height=680')
  }

  return (
    <>
      <Text>You sign in with Microsoft. That opens in a window of its own, and this page waits.</Text>
      <div className={styles.footer}>
        {otherWay}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button onClick={openWindow} data-autofocus>
          {messages.signIn.withMicrosoft}
        </Button>
      </div>
    </>
  )
}
