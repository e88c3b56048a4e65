import { useEffect, useRef, useState } from 'react'
import type { ContactChange } from '#contract/members/contact-changes.ts'
import { ask } from '#patron/kit/ask.ts'
import { contactChangeWords, factOf } from './contact-change-words.ts'
import { BrokenLink, Button, longDate, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { Summary } from '#patron/kit/summary.tsx'
import { recall, rememberInTab } from '#patron/kit/tab-memory.ts'
import { useOnce } from '#patron/kit/use-once.ts'
import styles from './contact-change-page.module.css'

type State =
  | { at: 'loading' }
  | { at: 'missing' }
  | { at: 'failed'; message: string }
  | { at: 'here'; change: ContactChange; failure?: string; isBusy?: boolean; isDone?: boolean }

/** Where the link leads that those get who were reached before a member's contact was changed. */
export function ContactChangePage() {
  const { state, load, undo } = useContactChange()
  if (state.at === 'missing') return <BrokenLink />
  if (state.at === 'loading')
    return (
      <PatronShell title="Your contact details">
        <Waiting text="One moment…" />
      </PatronShell>
    )
  if (state.at === 'failed')
    return (
      <PatronShell title="Your contact details">
        <NoticeBox kind="error">{state.message}</NoticeBox>
        <Button onPress={() => void load()}>Try again</Button>
      </PatronShell>
    )
  const { change, failure, isBusy = false, isDone = false } = state
  const text = contactChangeWords(change)
  return (
    <PatronShell club={change} title={text.title} turn={isDone ? 1 : 0}>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      {change.State !== 'Open' && (
        <NoticeBox kind={change.State === 'PutBack' ? 'success' : 'warning'}>
          {text.end[change.State]}
        </NoticeBox>
      )}
      {change.State !== 'PutBack' && (
        <>
          <p>{text.happened}</p>
          <div className={styles.change}>
            <Summary facts={change.Parts.map((part) => factOf(change.Kind, part))} />
          </div>
          {text.rest && <p>{text.rest}</p>}
        </>
      )}
      {change.State === 'Open' && (
        <>
          <p>If this was you, there is nothing to do. If it wasn’t, {text.act} now.</p>
          <Button isBusy={isBusy} onPress={() => void undo(change)}>
            {text.button}
          </Button>
          <p className={styles.until}>This is possible until {longDate(change.CanUndoUntil)}.</p>
        </>
      )}
    </PatronShell>
  )
}

function useContactChange() {
  const secret = useRef('')
  const [state, setState] = useState<State>({ at: 'loading' })
  const call = (what: 'describe' | 'undo') =>
    ask<ContactChange>('POST', `/api/contact-changes/${what}`, { Secret: secret.current })

  const load = async () => {
    if (secret.current === '') return setState({ at: 'missing' })
    const answer = await call('describe')
    if (answer.ok) return setState({ at: 'here', change: answer.data })
    const isUnknown = answer.status === 404 || answer.status === 400
    return setState(isUnknown ? { at: 'missing' } : { at: 'failed', message: answer.message })
  }
  useLink(async (opened) => {
    secret.current = opened
    await load()
  })

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

/** Tells what is secret in the link that was opened, and in every other that is opened in the same tab. */
function useLink(onOpen: (secret: string) => Promise<void>): void {
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  })
  useOnce(() => onOpen(takeSecret()))
  useEffect(() => {
    const follow = () => {
      if (location.hash !== '') void latest.current(takeSecret())
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
}

const keptAs = 'hub.contact-change'

/** Takes what is secret out of the address, which is shown, kept and shared; a reload finds it in the tab. */
function takeSecret(): string {
  const secret = location.hash.slice(1)
  if (secret === '') return recall(keptAs) ?? ''
  history.replaceState(null, '', location.pathname)
  rememberInTab(keptAs, secret)
  return secret
}
