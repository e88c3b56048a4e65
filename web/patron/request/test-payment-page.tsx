import { useEffect, useState } from 'react'
import { testPaymentCalls } from './calls.ts'
import type { Answer } from '#patron/kit/ask.ts'
import { Button, Buttons, money, NotFound, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { Sum } from './total-line.tsx'

type Payment = Awaited<ReturnType<typeof testPaymentCalls.read>>

/** The payment page of the demo. */
export function TestPaymentPage() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id') ?? '')
  const [payment, setPayment] = useState<Payment | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => void testPaymentCalls.read(id).then(setPayment), [id])

  async function settle(isPaid: boolean) {
    setBusy(true)
    const answer: Answer<{ ReturnUrl: string }> = await testPaymentCalls.settle(id, isPaid)
    setBusy(false)
    if (answer.ok) location.assign(answer.data.ReturnUrl)
    else setFailure(answer.message)
  }

  if (!payment)
    return (
      <PatronShell title="Test payment">
        <Waiting text="One moment…" />
      </PatronShell>
    )
  if (!payment.ok) return <NotFound />
  const { Amount, Description, IsOpen, ReturnUrl } = payment.data
  return (
    <PatronShell club={payment.data} title="Test payment">
      <NoticeBox kind="warning">This is a test: no money is moved.</NoticeBox>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      <p>{Description}</p>
      <Sum label="To pay" dollars={Amount} />
      {IsOpen ? (
        <Buttons>
          <Button isBusy={isBusy} onPress={() => void settle(true)}>
            Pay {money(Amount)}
          </Button>
          <Button kind="plain" isBusy={isBusy} onPress={() => void settle(false)}>
            Cancel
          </Button>
        </Buttons>
      ) : (
        <a href={ReturnUrl}>This payment is settled. Go back.</a>
      )}
    </PatronShell>
  )
}
