import { useState } from 'react'
import type { ContactChange } from '#contract/contact-changes.ts'
import { ask } from './ask.ts'
import { Button, longDate, NotFound, Notice, Shell, Waiting } from './shell.tsx'
import { Summary } from './summary.tsx'
import type { Fact } from './summary.tsx'
import { useOnce } from './use-once.ts'
import styles from './contact-change-page.module.css'

type State =
  | { at: 'loading' }
  | { at: 'missing' }
  | { at: 'failed'; message: string }
  | { at: 'here'; change: ContactChange; failure?: string; isBusy?: boolean; isDone?: boolean }

/** Where the link leads that those get who were reached before a member's contact was changed. */
export function ContactChangePage() {
  const { state, load, undo } = useContactChange()
  if (state.at === 'missing') return <NotFound />
  if (state.at === 'loading')
    return (
      <Shell title="Your contact details">
        <Waiting text="One moment…" />
      </Shell>
    )
  if (state.at === 'failed')
    return (
      <Shell title="Your contact details">
        <Notice kind="error">{state.message}</Notice>
        <Button onPress={() => void load()}>Try again</Button>
      </Shell>
    )
  const { change, failure, isBusy = false, isDone = false } = state
  const text = textOf(change)
  return (
    <Shell business={change.BusinessName} title={text.title} turn={isDone ? 1 : 0}>
      {failure && <Notice kind="error">{failure}</Notice>}
      {change.State !== 'Open' && (
        <Notice kind={change.State === 'PutBack' ? 'success' : 'warning'}>{text.end[change.State]}</Notice>
      )}
      {change.State !== 'PutBack' && (
        <>
          <p>{text.happened}</p>
          <div className={styles.change}>
            <Summary facts={change.Parts.map(factOf)} />
          </div>
        </>
      )}
      {change.State === 'Open' && (
        <>
          <p>If this was you, there is nothing to do. If it wasn’t, take it back now.</p>
          <Button isBusy={isBusy} onPress={() => void undo(change)}>
            {text.button}
          </Button>
          <p className={styles.until}>This is possible until {longDate(change.CanUndoUntil)}.</p>
        </>
      )}
    </Shell>
  )
}

function useContactChange() {
  const [secret] = useState(takeSecret)
  const [state, setState] = useState<State>({ at: 'loading' })
  const call = (what: 'describe' | 'undo') =>
    ask<ContactChange>('POST', `/api/contact-changes/${what}`, { Secret: secret })

  const load = async () => {
    if (secret === '') return setState({ at: 'missing' })
    const answer = await call('describe')
    if (answer.ok) return setState({ at: 'here', change: answer.data })
    const isUnknown = answer.status === 404 || answer.status === 400
    return setState(isUnknown ? { at: 'missing' } : { at: 'failed', message: answer.message })
  }
  useOnce(load)

  const undo = async (change: ContactChange) => {
    setState({ at: 'here', change, isBusy: true })
    const answer = await call('undo')
    if (answer.ok) return setState({ at: 'here', change: answer.data, isDone: true })
    // Somebody was faster: how it stands by now says more.
    if (answer.status === 409) return load()
    return setState({ at: 'here', change, failure: answer.message })
  }
  return { state, load, undo }
}

const keptAs = 'hub.contact-change'

/** Takes what is secret out of the address, which is shown, kept and shared; a reload finds it in the tab. */
function takeSecret(): string {
  const secret = location.hash.slice(1)
  if (secret === '') return sessionStorage.getItem(keptAs) ?? ''
  history.replaceState(null, '', location.pathname)
  sessionStorage.setItem(keptAs, secret)
  return secret
}

const fields = { EmailAddress: 'E-mail address', MobileNumber: 'Mobile number' } as const

function factOf({ Place, Field, Before, After }: ContactChange['Parts'][number]): Fact {
  return [`${fields[Field]} (${Place.toLowerCase()})`, `${Before ?? 'none'} → ${After ?? 'none'}`]
}

function textOf({ Kind, BusinessName }: ContactChange) {
  const end = {
    ChangedAgain: `Your details have been changed again since, so this link is used up. Please ask ${BusinessName}.`,
    Expired: `The time to take this back is over. Please ask ${BusinessName}.`,
  }
  if (Kind === 'SentElsewhere')
    return {
      title: 'A card of yours was sent elsewhere',
      happened: `${BusinessName} has sent a card of yours to a contact that is not on file for you.`,
      button: 'Stop it',
      end: {
        ...end,
        PutBack: `It was stopped: the card works no more. ${BusinessName} can send you another.`,
      },
    }
  return {
    title: 'Your contact details were changed',
    happened: `This is how ${BusinessName} reaches you, before and after the change.`,
    button: 'Put my old details back',
    end: {
      ...end,
      PutBack: `Your old details are on file again.`,
    },
  }
}
