import { useState } from 'react'
import type { Answer } from '#patron/kit/ask.ts'
import { Button, NoticeBox, PatronShell } from '#patron/kit/shell.tsx'

type Props = {
  /** What people do to have the card. */
  verb: 'activated' | 'taken'
  onAsk: () => Promise<Answer<{ Message: string }>>
}

/** Where a code leads nowhere: it may be wrong, used or too late, and nobody is told which. */
export function ClaimMissing({ verb, onAsk }: Props) {
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function askForLink() {
    setBusy(true)
    const answer = await onAsk()
    setBusy(false)
    setSaid(
      answer.ok
        ? { kind: 'success', text: answer.data.Message }
        : {
            kind: 'error',
            text:
              answer.status === 429 ? answer.message : 'That did not work just now. Try again in a while.',
          },
    )
  }

  return (
    <PatronShell title="There is no card here">
      <p>This link leads nowhere. It may be incomplete, its time may be over, or it was used already.</p>
      <h2>Have you {verb} your card?</h2>
      <p>
        Open the link with the phone and the browser that you used then. If that is not possible, we can send
        a fresh link to the contact we have for you.
        {verb === 'activated' &&
          ' If you have lost the card, or the phone it was on, that link lets you block it.'}
      </p>
      {said && <NoticeBox kind={said.kind}>{said.text}</NoticeBox>}
      {said?.kind !== 'success' && (
        <Button kind="plain" isBusy={isBusy} onPress={() => void askForLink()}>
          Send me a fresh link
        </Button>
      )}
    </PatronShell>
  )
}
