import { Anchor, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen, useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { counterApi } from '#contract/payments/counter.ts'
import { leftOf, paymentWords as words } from '#contract/payments/payment-words.ts'
import {
  paymentStateInWords,
  type PaymentState,
  type RequestPayment,
} from '#contract/payments/request-payments.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { FailedRefund } from '#features/requests/review/failed-refund.tsx'
import { NotGivenBack } from '#features/requests/review/not-given-back.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Money } from '#ui/text/money.tsx'
import { CounterRefundDialog } from './counter-refund-dialog.tsx'

const paymentColors: Record<PaymentState, StatusColor> = {
  Opening: 'grey',
  Open: 'orange',
  Paid: 'green',
  Expired: 'grey',
  Refunding: 'orange',
  RefundFailed: 'red',
  Refunded: 'black',
}

type Props = { request: RequestDetail; payment: RequestPayment }

/** What was paid for it, or is to be, each payment by itself. */
export function PaymentPanel({ request }: Pick<Props, 'request'>) {
  const { length } = request.Payments
  const receiptOf = useReceipts()
  return request.Payments.map((payment, i) => (
    <Panel
      key={payment.PaymentId}
      title={length > 1 ? `Payment ${i + 1} of ${length}` : 'Payment'}
      mark={
        <StatusBadge color={paymentColors[payment.State]}>{paymentStateInWords(payment.State)}</StatusBadge>
      }
      action={<GiveBackButton request={request} payment={payment} />}
    >
      <FailedRefund request={request} payment={payment} />
      <NotGivenBack request={request} payment={payment} />
      <Facts facts={[...takenFacts(payment), ...refundFacts(payment), ...receiptOf(payment)]} />
    </Panel>
  ))
}

type Fact = readonly [string, ReactNode]

function takenFacts(payment: RequestPayment): Fact[] {
  const atCounter: Fact[] = [
    ['Reference', payment.Reference],
    ['Taken by', payment.TakenBy],
  ]
  const online: Fact[] = [
    ['Payment ID', payment.ProviderPaymentId],
    ['By', payment.Provider === 'Test' ? words.test : payment.Provider],
  ]
  return [
    ['For', payment.Description],
    ['Amount', <Money key="amount" value={payment.Amount} />],
    ['Tax in it', <Money key="tax" value={payment.TaxAmount} />],
    ['Paid', <Money key="paid" value={payment.AmountPaid} />],
    ['Paid on', <DateText key="at" value={payment.PaidDate} withTime />],
    ['Method', words.methods[payment.Method]],
    ...(payment.Provider === 'Counter' ? atCounter : online),
  ]
}

function refundFacts(payment: RequestPayment): Fact[] {
  const { RefundedDate, RefundedBy, RefundNote, AmountRefunded } = payment
  return [
    ...(AmountRefunded > 0 ? [['Refunded', <Money key="back" value={AmountRefunded} />] as const] : []),
    ...(RefundedDate
      ? [['Refunded on', <DateText key="back" value={RefundedDate} withTime />] as const]
      : []),
    ...(RefundedBy ? [['Given back by', RefundedBy] as const] : []),
    ...(RefundNote ? [['How it was given back', RefundNote] as const] : []),
  ]
}

/** The way to receipts and histories, for those who read what is about money. */
function useReceipts(): (payment: RequestPayment) => Fact[] {
  const { BusinessId: businessId } = useBusiness()
  const canOpen = useCanOpen('payment')
  return ({ PaymentId: paymentId, PaidDate }) => {
    if (!canOpen || PaidDate === null) return []
    const href = pageHref('payment', { businessId, paymentId })
    return [
      [
        'Receipt',
        <Anchor key="receipt" component={Link} href={href}>
          Receipt and history
        </Anchor>,
      ],
    ]
  }
}

/** What was taken at the counter is given back there, all of it or a part. */
function GiveBackButton({ request, payment }: Props) {
  const mayRefund = useMay(counterApi.refundAtCounter)
  const [isOpen, setOpen] = useState(false)
  if (!mayRefund || payment.Provider !== 'Counter' || leftOf(payment) === 0) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {refundWords.giveBack}
      </Button>
      {isOpen && <CounterRefundDialog request={request} payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}
