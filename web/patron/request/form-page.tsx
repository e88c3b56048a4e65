import { lazy, Suspense, useEffect, useState } from 'react'
import type { PublicForm } from '#contract/requests/patron.ts'
import { callsOf } from './calls.ts'
import styles from './form-page.module.css'
import { RequestFlow } from './request-flow.tsx'
import { Button, NotFound, NoticeBox, PatronShell, Waiting, Words } from '#patron/kit/shell.tsx'
import { StopReminders } from './stop-reminders.tsx'
import { useOnce } from '#patron/kit/use-once.ts'
import { arrival } from './visit.ts'

// Members come here once in a while; who applies never does.
const SponsorPage = lazy(async () => ({ default: (await import('./sponsor-page.tsx')).SponsorPage }))

type State =
  | { at: 'loading' }
  | { at: 'missing' }
  | { at: 'failed'; message: string }
  | { at: 'here'; form: PublicForm }

/** The page of a form: an application or a renewal. */
export function FormPage({ formId }: { formId: string }) {
  const [calls] = useState(() => callsOf(formId))
  const [visit] = useState(() => arrival(formId))
  const [state, setState] = useState<State>({ at: 'loading' })

  const load = async () => {
    const answer = await calls.form()
    if (answer.ok) setState({ at: 'here', form: answer.data })
    else setState(answer.status === 404 ? { at: 'missing' } : { at: 'failed', message: answer.message })
  }
  useOnce(load)
  // Another link to the same form, opened in the same tab.
  useEffect(() => {
    const follow = () => location.reload()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  if (state.at === 'missing') return <NotFound />
  if (state.at === 'loading')
    return (
      <PatronShell title="Membership">
        <Waiting text="One moment…" />
      </PatronShell>
    )
  if (state.at === 'failed')
    return (
      <PatronShell title="Membership">
        <NoticeBox kind="error">{state.message}</NoticeBox>
        <Button onPress={() => void load()}>Try again</Button>
      </PatronShell>
    )
  const { form } = state
  if (visit.sponsor)
    return (
      <Suspense fallback={<Waiting text="One moment…" />}>
        <SponsorPage calls={calls} form={form} secret={visit.sponsor} />
      </Suspense>
    )
  if (visit.stop) return <StopReminders calls={calls} form={form} secret={visit.stop} />
  if (visit.hasPaid && !visit.secret && !visit.link) return <PaidElsewhere form={form} />
  if (!form.IsOpen && !visit.isPreview && !visit.secret) return <Closed form={form} />
  return (
    <>
      {visit.isPreview && <p className={styles.preview}>This is a preview: nothing is saved.</p>}
      <RequestFlow calls={calls} form={form} visit={visit} />
    </>
  )
}

function Closed({ form }: { form: PublicForm }) {
  return (
    <PatronShell club={form} title={form.DisplayName}>
      <Words text={form.Introduction} />
      <NoticeBox kind="info">This form is closed at the moment. Please ask {form.BusinessName}.</NoticeBox>
    </PatronShell>
  )
}

function startAnew() {
  history.replaceState(null, '')
  location.reload()
}

/** For who comes from paying, and whose tab or browser has forgotten for what: an empty form would ask them to pay again. */
function PaidElsewhere({ form }: { form: PublicForm }) {
  return (
    <PatronShell club={form} title="Thank you">
      <NoticeBox kind="success">
        <p>
          What you have paid has reached {form.BusinessName}, or is on its way. You don’t have to do anything.
        </p>
        <p>We write to you. With the link that we sent you, you can see how it stands.</p>
      </NoticeBox>
      <Button kind="plain" onPress={startAnew}>
        Start a new one
      </Button>
    </PatronShell>
  )
}
