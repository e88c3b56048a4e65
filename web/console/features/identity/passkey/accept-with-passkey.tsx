import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { beginSession } from '#console/session.ts'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { call, type Failure } from '#web/api-client.ts'
import { canUsePasskeys, createPasskey } from '#web/passkeys.ts'
import { refusedSentence } from '#features/identity/refused-sentence.ts'

type Props = {
  ticket: string
  onEntered: () => void
  onRefused: (sentence: string | null) => void
  /** The link itself is no good any more. */
  onTicketRefused: (failure: Failure) => void
}

/** Accepts the invitation of this ticket with a passkey, where this browser can make one. */
export function AcceptWithPasskey({ ticket, onEntered, onRefused, onTicketRefused }: Props) {
  const [isWorking, setWorking] = useState(false)
  if (!canUsePasskeys()) return null

  async function accept() {
    setWorking(true)
    onRefused(null)
    onRefused(await join())
    setWorking(false)
  }

  /** Why it came to nothing, or null: then they are in, or called it off. */
  async function join(): Promise<string | null> {
    const options = await call(factorSignInApi.beginInvitedPasskey, { body: { ticket } })
    if (!options.ok) return whyNot(options)
    const passkey = await createPasskey(options.data)
    if (!passkey) return null
    const answer = await call(factorSignInApi.acceptWithPasskey, { body: { ticket, passkey } })
    if (!answer.ok) return whyNot(answer)
    const refusal = await beginSession(answer.data)
    if (refusal === null) onEntered()
    return refusal
  }

  function whyNot(failure: Failure): string | null {
    if (failure.code !== 'invalid-ticket') return refusedSentence(failure) ?? secondFactorWords.passkeyRefused
    onTicketRefused(failure)
    return null
  }

  return (
    <Button
      variant="default"
      fullWidth
      loading={isWorking}
      leftSection={<IconFingerprint size={18} stroke={1.5} aria-hidden />}
      onClick={() => void accept()}
    >
      Accept with a passkey
    </Button>
  )
}
