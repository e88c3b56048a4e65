import { useEffect, useRef, useState } from 'react'
import type { PatronSession } from '#contract/requests/patron.ts'
import { referenceOf } from '#contract/requests/reference.ts'
import type { FlowProps } from './calls.ts'
import { Button, money, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { PriceTable } from './price-table.tsx'
import type { Flow } from './use-flow.ts'
import { useWhile } from '#patron/kit/use-once.ts'

type Props = FlowProps & {
  flow: Flow
  /** They come back from the payment page. */
  hasPaid: boolean
  onChange: (session: PatronSession, secret: string) => void
}

const everyMs = 1500
// So long a payment that was made may be on its way to us.
const mostChecks = 20

/** Leads to the payment, and waits for it to arrive. */
export function PayPage(props: Props) {
  const { calls, form, flow, hasPaid, onChange } = props
  const { session, secret } = flow
  const isAtClub = form.PaymentMode === 'None'
  const { isWaiting, waitAgain } = useWaiting(props)
  const [failure, setFailure] = useState<string | null>(null)
  useLead(session)

  async function payAgain() {
    const answer = await calls.submit(secret)
    if (!answer.ok) return setFailure(answer.message)
    waitAgain()
    return onChange(answer.data, secret)
  }

  const amount = money(session.AmountDue ?? 0)
  return (
    <PatronShell club={form} title="Payment" turn="payment">
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      <PriceTable lines={session.PriceLines} />
      {session.IsAtDesk && !isAtClub && (
        <NoticeBox kind="info">
          Take {amount} at the counter: you find the request by its reference {referenceOf(session.SessionId)}
          , and can close this tab. Or it is paid by card here.
        </NoticeBox>
      )}
      {isAtClub ? (
        <NoticeBox kind="success">
          {session.AmountPaid !== null && <p>You paid {money(session.AmountPaid)}.</p>}
          <p>{amount} is to be paid. Please pay at the club.</p>
          <p>Your reference is {referenceOf(session.SessionId)}.</p>
        </NoticeBox>
      ) : session.IsPaymentOver ? (
        <>
          <NoticeBox kind="warning">{unpaidWords(session)}</NoticeBox>
          <p>Everything you filled in is saved.</p>
          <Button onPress={() => void payAgain()}>Pay {amount}</Button>
        </>
      ) : isWaiting ? (
        <Waiting
          text={hasPaid ? 'We are waiting for your payment to arrive…' : 'Opening the payment page…'}
        />
      ) : (
        <Unpaid url={session.PaymentUrl} amount={amount} hasPaid={hasPaid} onRetry={waitAgain} />
      )}
    </PatronShell>
  )
}

/** Whoever paid a part, or got back what they paid, isn't told that nothing was taken. */
function unpaidWords({ AmountPaid, AmountDue, Refunds }: PatronSession): string {
  if (AmountPaid !== null) return `You paid ${money(AmountPaid)}. ${money(AmountDue ?? 0)} is left to pay.`
  if (Refunds.length > 0) return 'What you paid goes back to you. The fee is still to be paid.'
  return 'The payment was not made. Nothing was taken from you.'
}

/** Looks every now and then whether the payment page is open, or the payment has arrived. */
function useWaiting({ calls, flow: { session, secret }, hasPaid, onChange }: Props) {
  const [checks, setChecks] = useState(0)
  const isDue = hasPaid || session.PaymentUrl === null
  const isWaiting = !session.IsPaymentOver && isDue && checks < mostChecks
  useWhile(isWaiting, everyMs, async () => {
    const answer = await (hasPaid && checks === 0 ? calls.checkPayment(secret) : calls.open(secret))
    setChecks((count) => count + 1)
    if (answer.ok) onChange(answer.data, secret)
  })
  return { isWaiting, waitAgain: () => setChecks(0) }
}

/**
 * Who has just asked to pay is led there as soon as there is a page; who comes back to an open one decides for themself,
 * and so do staff, who may take the money at the counter.
 */
function useLead({ PaymentUrl, IsAtDesk }: PatronSession) {
  const seen = useRef(PaymentUrl)
  useEffect(() => {
    if (PaymentUrl === seen.current) return
    seen.current = PaymentUrl
    if (PaymentUrl && !IsAtDesk) location.assign(PaymentUrl)
  }, [PaymentUrl, IsAtDesk])
}

type UnpaidProps = { url: string | null; amount: string; hasPaid: boolean; onRetry: () => void }

function Unpaid({ url, amount, hasPaid, onRetry }: UnpaidProps) {
  if (!url)
    return (
      <>
        <NoticeBox kind="warning">
          The payment page could not be opened. Please try again in a moment.
        </NoticeBox>
        <Button onPress={onRetry}>Try again</Button>
      </>
    )
  // A provider may take days for some ways to pay: who has paid must not be asked once more.
  if (hasPaid)
    return (
      <>
        <NoticeBox kind="warning">
          Your payment has not arrived yet. If you have paid, you don’t have to do anything: we go on as soon
          as it does, and write to you.
        </NoticeBox>
        <Button onPress={onRetry}>Look again</Button>
        <p>If you have not paid, you can do so now. Everything you filled in is saved.</p>
        <Button kind="plain" onPress={() => location.assign(url)}>
          Pay {amount}
        </Button>
      </>
    )
  return (
    <>
      <p>There is {amount} left to pay. Everything you filled in is saved.</p>
      <Button onPress={() => location.assign(url)}>Pay {amount}</Button>
    </>
  )
}
