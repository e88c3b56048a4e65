import { useState } from 'react'
import type { FlowProps } from './calls.ts'
import { Button, NoticeBox, PatronShell } from '#patron/kit/shell.tsx'

/** Where the link in a reminder leads that says: no more of these. */
export function StopReminders({ calls, form, secret }: FlowProps & { secret: string }) {
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function stop() {
    const answer = await calls.stopReminders(secret)
    if (answer.ok) setDone(true)
    else setFailure(answer.status === 404 ? 'This link is used up. Please tell us instead.' : answer.message)
  }

  return (
    <PatronShell club={form} title="Reminders" turn={isDone ? 1 : 0}>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      {isDone ? (
        <NoticeBox kind="success">We won’t remind you any more.</NoticeBox>
      ) : (
        <>
          <p>
            We remind members when their membership is about to run out. Would you rather not be reminded?
          </p>
          <Button onPress={() => void stop()}>Send me no more reminders</Button>
        </>
      )}
    </PatronShell>
  )
}
