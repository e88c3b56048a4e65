import { useState } from 'react'
import type { Sponsorship } from '#contract/requests/sponsors.ts'
import { BrokenLink, Button, Buttons, Notice, Shell, Waiting } from '#patron/kit/shell.tsx'
import { useOnce } from '#patron/kit/use-once.ts'
import type { FlowProps } from './calls.ts'

type State =
  | { at: 'loading' }
  | { at: 'missing' }
  | { at: 'failed'; message: string }
  | { at: 'here'; asked: Sponsorship; failure?: string; isBusy?: boolean }

type Props = FlowProps & { secret: string }

function useSponsorship({ calls, secret }: Props) {
  const [state, setState] = useState<State>({ at: 'loading' })
  async function load() {
    const answer = await calls.sponsorship(secret)
    if (answer.ok) return setState({ at: 'here', asked: answer.data })
    const isUnknown = answer.status === 404 || answer.status === 400
    return setState(isUnknown ? { at: 'missing' } : { at: 'failed', message: answer.message })
  }
  useOnce(load)
  async function say(asked: Sponsorship, isConfirmed: boolean) {
    setState({ at: 'here', asked, isBusy: true })
    const answer = await calls.answerSponsorship(secret, isConfirmed)
    if (answer.ok) return setState({ at: 'here', asked: answer.data })
    // Somebody was faster: how it stands by now says more.
    return answer.status === 409 ? load() : setState({ at: 'here', asked, failure: answer.message })
  }
  return { state, load, say }
}

/** Where a member confirms that they propose or second somebody, or declines it. */
export function SponsorPage(props: Props) {
  const { form } = props
  const { state, load, say } = useSponsorship(props)
  if (state.at === 'missing') return <BrokenLink />
  if (state.at === 'loading')
    return (
      <Shell club={form} title="One moment">
        <Waiting text="One moment…" />
      </Shell>
    )
  if (state.at === 'failed')
    return (
      <Shell club={form} title="Proposer and seconder">
        <Notice kind="error">{state.message}</Notice>
        <Button onPress={() => void load()}>Try again</Button>
      </Shell>
    )
  const { asked, failure, isBusy = false } = state
  const role = asked.Role.toLowerCase()
  return (
    <Shell club={form} title={`${asked.ApplicantName} names you as ${role}`} turn={asked.State}>
      {failure && <Notice kind="error">{failure}</Notice>}
      {asked.State === 'Open' ? (
        <>
          <p>
            {asked.ApplicantName} has sent “{form.DisplayName}” to {form.BusinessName}. Confirm that you are
            the {role}, or decline.
          </p>
          <Buttons>
            <Button isBusy={isBusy} onPress={() => void say(asked, true)}>
              Confirm
            </Button>
            <Button kind="plain" isBusy={isBusy} onPress={() => void say(asked, false)}>
              Decline
            </Button>
          </Buttons>
        </>
      ) : (
        <Notice kind={asked.State === 'Confirmed' ? 'success' : 'info'}>{said[asked.State]}</Notice>
      )}
    </Shell>
  )
}

const said = {
  Confirmed: 'Thank you. You have confirmed it.',
  Declined: 'You have declined it. There is nothing more to do.',
  Over: 'This has been decided, or the time to answer is over. There is nothing more to do.',
}
