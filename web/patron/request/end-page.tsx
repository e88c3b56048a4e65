import { useState, type ReactNode } from 'react'
import type { PatronSession, PublicForm } from '#contract/requests/patron.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { FlowProps } from './calls.ts'
import { isSponsor, shownQuestions } from '#contract/requests/question-rules.ts'
import { referenceOf } from '#contract/requests/reference.ts'
import buttons from '#patron/kit/button.module.css'
import { Button, longDate, money, NoticeBox, PatronShell, Words } from '#patron/kit/shell.tsx'
import { Summary } from '#patron/kit/summary.tsx'
import { factsOf } from '#patron/steps/check-step.tsx'
import { noAnswers } from '#patron/steps/steps.ts'
import styles from './end-page.module.css'
import { PriceTable } from './price-table.tsx'
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
  useDecisionSoon(session, async () => {
    const answer = await calls.open(secret)
    if (answer.ok) onChange(answer.data, secret)
  })
  const { title, kind, text } = wordsOf(session, form.Kind === 'Renewal', form.BusinessName)
  return (
    <PatronShell club={form} title={title} turn="end">
      <NoticeBox kind={kind}>
        <p>{text}</p>
        {session.AmountPaid !== null && <p>You paid {money(session.AmountPaid)}.</p>}
        <p>Your reference is {referenceOf(session.SessionId)}.</p>
        {session.Refunds.map((refund, i) => (
          <p key={i}>{refundInWords(refund, form.BusinessName)}</p>
        ))}
      </NoticeBox>
      {session.PassUrl && (
        <a className={`${buttons.primary} ${styles.card}`} href={session.PassUrl}>
          Add your card
        </a>
      )}
      {session.NextStep !== 'Error' && form.ClosingText && (
        <>
          <h2>What happens next</h2>
          <Words text={form.ClosingText} />
        </>
      )}
      <Sent form={form} session={session} />
      {session.IsAtDesk ? <AtDesk /> : again}
    </PatronShell>
  )
}

/** For the staff, who have filled it in with somebody: where they find it. */
function AtDesk() {
  return (
    <>
      <h2>The request is at the desk</h2>
      <p>You find it among the requests by its reference, and can close this tab.</p>
    </>
  )
}

/** What was sent and what it cost, to be printed. */
function Sent({ form, session }: Pick<FlowProps, 'form'> & { session: PatronSession }) {
  const answers = { ...noAnswers, ...session.Answers }
  const sent = asSent(form, session)
  const facts = Object.values(factsOf({ form: sent, answers })).flat()
  const isNaming = shownQuestions(sent.Questions, answers).some(
    ({ Id, Kind }) => isSponsor(Kind) && answers.Questions[Id],
  )
  return (
    <>
      {isNaming && session.NextStep === 'User Completed' && (
        <p>Whoever you named as proposer or seconder is asked to confirm it.</p>
      )}
      <h2>What you sent</h2>
      <Summary facts={facts} />
      <div className={styles.sent}>
        <PriceTable lines={session.PriceLines} />
        <Button kind="plain" onPress={() => window.print()}>
          Print
        </Button>
      </div>
    </>
  )
}

/** The form in the words of its moment: what was sent stays as it was, whatever the business asks by now. */
function asSent(form: PublicForm, { Answers, SentType, SentQuestions }: PatronSession): PublicForm {
  const type = {
    Key: Answers.MembershipType ?? '',
    Description: SentType ?? '',
    Fee: 0,
    TaxPercent: 0,
    Rules: { MinAge: null, MaxAge: null },
  }
  return {
    ...form,
    Questions: SentQuestions ?? form.Questions,
    MembershipTypes: SentType ? [type] : form.MembershipTypes,
  }
}

function refundInWords({ State, Amount }: PatronSession['Refunds'][number], business: string): string {
  if (State === 'RefundFailed') return refundWords.inTouch(money(Amount), business)
  return (State === 'Refunded' ? refundWords.givenBack : refundWords.beingGivenBack)(money(Amount))
}

const everyMs = 1000
const mostChecks = 10

/** What needs nobody is carried out in a moment: worth waiting for, for a while. */
function useDecisionSoon(session: PatronSession, look: () => Promise<void>) {
  const [checks, setChecks] = useState(0)
  const isSoon = session.NextStep === 'User Completed' && checks < mostChecks
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
  if (session.IsJoined || session.PassUrl) {
    const card = session.PassUrl ? ' Your card is ready.' : ''
    return { title: 'Welcome', kind: 'success', text: `You are a member of ${business}.${card}` }
  }
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
