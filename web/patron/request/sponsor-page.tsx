import { useState } from 'react'
import type { Sponsorship } from '#contract/requests/sponsors.ts'
import { BrokenLink, Button, Buttons, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
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
      <PatronShell club={form} title="One moment">
        <Waiting text="One moment…" />
      </PatronShell>
    )
  if (state.at === 'failed')
    return (
      <PatronShell club={form} title="Proposer and seconder">
        <NoticeBox kind="error">{state.message}</NoticeBox>
        <Button onPress={() => void load()}>Try again</Button>
      </PatronShell>
    )
  const { asked, failure, isBusy = false } = state
  const role = asked.Role.toLowerCase()
  return (
    <PatronShell club={form} title={`${asked.ApplicantName} names you as ${role}`} turn={asked.State}>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
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
        <NoticeBox kind={asked.State === 'Confirmed' ? 'success' : 'info'}>{said[asked.State]}</NoticeBox>
      )}
    </PatronShell>
  )
}

const said = {
  Confirmed: 'Thank you. You have confirmed it.',
  Declined: 'You have declined it. There is nothing more to do.',
  Over: 'This has been decided, or the time to answer is over. There is nothing more to do.',
}
