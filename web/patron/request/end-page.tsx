import { useState, type ReactNode } from 'react'
import type { PatronSession } from '#contract/requests/patron.ts'
import { refundWords } from '#contract/requests/refund-words.ts'
import type { FlowProps } from './calls.ts'
import { longDate, money, Notice, Shell, Words } from '#patron/kit/shell.tsx'
import type { Flow } from './use-flow.ts'
import { useWhile } from '#patron/kit/use-once.ts'

type Props = FlowProps & {
  flow: Flow
  again: ReactNode
  onChange: (session: PatronSession, secret: string) => void
}

/** What was done, and what happens next. */
export function EndPage({ calls, form, flow, again, onChange }: Props) {
  const { session, secret } = flow
  useRenewalSoon(session, async () => {
    const answer = await calls.open(secret)
    if (answer.ok) onChange(answer.data, secret)
  })
  const { title, kind, text } = wordsOf(session, form.Kind === 'Renewal', form.BusinessName)
  return (
    <Shell club={form} title={title} turn="end">
      <Notice kind={kind}>
        <p>{text}</p>
        {session.AmountPaid !== null && <p>You paid {money(session.AmountPaid)}.</p>}
        {session.Refunds.map((refund, i) => (
          <p key={i}>{refundInWords(refund, form.BusinessName)}</p>
        ))}
      </Notice>
      {session.NextStep !== 'Error' && form.ClosingText && (
        <>
          <h2>What happens next</h2>
          <Words text={form.ClosingText} />
        </>
      )}
      {session.IsAtDesk ? <AtDesk reference={session.SessionId} /> : again}
    </Shell>
  )
}

// As much of it as the staff's lists show.
const shown = 8

/** For the staff, who have filled it in with somebody: where they find it. */
function AtDesk({ reference }: { reference: string }) {
  return (
    <>
      <h2>The request is at the desk</h2>
      <p>
        Its reference is <strong>{reference.slice(0, shown)}</strong>. You find it among the requests, and can
        close this tab.
      </p>
    </>
  )
}

function refundInWords({ State, Amount }: PatronSession['Refunds'][number], business: string): string {
  if (State === 'RefundFailed') return refundWords.inTouch(money(Amount), business)
  return (State === 'Refunded' ? refundWords.givenBack : refundWords.beingGivenBack)(money(Amount))
}

const everyMs = 1000
const mostChecks = 10

/** A renewal that needs nobody is carried out in a moment: worth waiting for, for a while. */
function useRenewalSoon(session: PatronSession, look: () => Promise<void>) {
  const [checks, setChecks] = useState(0)
  const isSoon = session.Member !== null && session.NextStep === 'User Completed' && checks < mostChecks
  useWhile(isSoon, everyMs, async () => {
    await look()
    setChecks(checks + 1)
  })
}

type EndWords = { title: string; kind: 'success' | 'warning'; text: string }

function wordsOf(session: PatronSession, isRenewal: boolean, business: string): EndWords {
  if (session.NextStep === 'Error')
    return {
      title: 'We will look into it',
      kind: 'warning',
      text: `Something did not work out as it should. ${business} sees it and will contact you: you don’t have to do anything.`,
    }
  if (session.IsRenewed) return { title: 'You are renewed', kind: 'success', text: renewedWords(session) }
  const isOwed = (state: string) => session.Refunds.some(({ State }) => State === state)
  if (session.NextStep === 'Completed')
    return {
      title: isOwed('Refunding') || isOwed('RefundFailed') ? 'This is decided' : 'This is settled',
      kind: isOwed('RefundFailed') ? 'warning' : 'success',
      text: `${business} has decided on your request and has written to you.`,
    }
  return {
    title: 'Thank you',
    kind: 'success',
    text: isRenewal
      ? `Your renewal is with ${business}. You will hear from us as soon as it is done.`
      : `Your application is with ${business}. You will hear from us as soon as it is decided.`,
  }
}

function renewedWords({ NewFinancialDate, Contacts }: PatronSession): string {
  if (NewFinancialDate) return `Your membership runs until ${longDate(NewFinancialDate)}.`
  return Contacts.length > 0
    ? 'Your membership is renewed. We have written to the contact we have on file.'
    : 'Your membership is renewed.'
}
