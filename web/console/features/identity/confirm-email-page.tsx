import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { identityApi } from '#contract/access/identity.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { call, type Answer, type Failure } from '#web/api-client.ts'
import { IdentityCard } from './identity-card.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { refusedSentence } from './refused-sentence.ts'

type Change = { email: string; newEmail: string }

/** Makes the address that a link was sent to that of its account, once its reader says so: mail programs open links, too. */
export function ConfirmEmailPage() {
  const [ticket] = useState(() => new URLSearchParams(location.search).get('ticket') ?? '')
  const [change, setChange] = useState<Answer<Change> | null>(null)
  useEffect(() => {
    void call(identityApi.describeEmailChange, { body: { ticket } }).then(setChange)
  }, [ticket])

  return (
    <IdentityFrame>
      <IdentityCard title="Confirm your e-mail address">
        {!change ? (
          <Text c="dimmed">Checking your link…</Text>
        ) : change.ok ? (
          <Confirm ticket={ticket} change={change.data} />
        ) : (
          <Text role="alert">{refusalWords(change)}</Text>
        )}
      </IdentityCard>
    </IdentityFrame>
  )
}

function Confirm({ ticket, change }: { ticket: string; change: Change }) {
  const [state, setState] = useState<'asked' | 'working' | 'done'>('asked')
  const [refusal, setRefusal] = useState<string | null>(null)

  async function confirm() {
    setState('working')
    const answer = await call(identityApi.confirmEmail, { body: { ticket } })
    setState(answer.ok ? 'done' : 'asked')
    setRefusal(answer.ok ? null : refusalWords(answer))
  }

  if (state === 'done')
    return (
      <>
        <Text component="output">
          Done. You sign in with <strong>{change.newEmail}</strong> from now on.
        </Text>
        <Button component="a" href="/">
          Go to the start page
        </Button>
      </>
    )
  return (
    <>
      <Text>
        <strong>{change.newEmail}</strong> takes the place of <strong>{change.email}</strong> in your account.
      </Text>
      {refusal && <Text role="alert">{refusal}</Text>}
      <WorkingButton isWorking={state === 'working'} onClick={confirm}>
        Use this address
      </WorkingButton>
    </>
  )
}

function refusalWords(failure: Failure): string {
  if (failure.code === 'invalid-ticket')
    return 'This link no longer works: it was used already, it is too old, or it was withdrawn.'
  if (failure.code === 'account-exists') return 'This e-mail address is already in use.'
  return refusedSentence(failure) ?? failure.message
}
