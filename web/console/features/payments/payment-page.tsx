import { Anchor, Button, Loader } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { type PageName, pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import { type PaymentRecord, paymentsApi } from '#contract/payments/payments.ts'
import { ReceiptModal } from '#parts/receipt-modal.tsx'
import { FailedReloadRefunds } from '#parts/refunds/failed-reload-refunds.tsx'
import { Timeline } from '#parts/shown/timeline.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import { paymentReceipt } from './receipt.ts'
import { StateBadge } from './state-badge.tsx'

/** One payment: what it was for, what moved of it, and its receipt. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const { paymentId } = usePageParams('payment')
  const { data, error, retry } = useRead(paymentsApi.getPayment, { params: { businessId, paymentId } })
  const under = [{ label: 'Payments', href: pageHref('payments', { businessId }) }]
  if (data) return <Loaded payment={data} under={under} />
  return (
    <ConsolePage title={error ? 'Payment' : undefined} under={under}>
      {error ? (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      ) : (
        <Loader role="status" aria-label="Loading" />
      )}
    </ConsolePage>
  )
}

type Props = { payment: PaymentRecord }

function Loaded({ payment, under }: Props & { under: { label: string; href: string }[] }) {
  const [isPrinting, setPrinting] = useState(false)
  return (
    <ConsolePage
      title={`Payment ${payment.ReceiptNumber}`}
      subtitle={<StateBadge state={payment.State} />}
      under={under}
      action={
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => setPrinting(true)}
        >
          Receipt
        </Button>
      }
    >
      {payment.PaidFor === 'CardReload' && payment.CardId && (
        <FailedReloadRefunds cardId={payment.CardId} paymentId={payment.PaymentId} />
      )}
      <Panels>
        <Panel title="Payment">
          <Facts facts={[...useAbout(payment), ...moneyFacts(payment)]} />
        </Panel>
        <Panel title="History">
          <Timeline
            entries={payment.History.map(({ Kind, At, Amount, ActorName, Note }) => ({
              what: `${words.entries[Kind]}: ${formatMoney(Amount)}`,
              at: At,
              by: ActorName,
              note: Note,
            }))}
          />
        </Panel>
      </Panels>
      {isPrinting && (
        <ReceiptModal
          lines={paymentReceipt(payment)}
          at={payment.PaidDate}
          onClose={() => setPrinting(false)}
        />
      )}
    </ConsolePage>
  )
}

type Fact = readonly [string, ReactNode]

/** What it was for and of whom, with the way there for those who may open it. */
function useAbout(payment: PaymentRecord): Fact[] {
  const { BusinessId: businessId } = useBusiness()
  const request = payment.PaidFor === 'Renewal' ? 'renewalRequest' : 'membershipRequest'
  const mayOpen: Partial<Record<PageName, boolean>> = {
    [request]: useCanOpen(request),
    card: useCanOpen('card'),
    member: useCanOpen('member'),
  }
  const link = (page: 'member' | 'card' | typeof request, id: string | null, text: string | null) =>
    id && mayOpen[page] ? (
      <Anchor component={Link} href={pageHref(page, { businessId, sessionId: id, cardId: id, memberId: id })}>
        {text ?? 'Open'}
      </Anchor>
    ) : (
      text
    )
  const { SessionId, CardId, MemberId, MembershipNumber, Name } = payment
  const what = words.paidFor[payment.PaidFor]
  return [
    ['For', SessionId ? link(request, SessionId, what) : link('card', CardId, what)],
    ['Description', payment.Description],
    ['Name', Name],
    ['Membership Number', link('member', MemberId, MembershipNumber)],
  ]
}

function moneyFacts(payment: PaymentRecord): Fact[] {
  return [
    ['Method', words.methods[payment.Method]],
    ['Amount', <Money key="amount" value={payment.Amount} />],
    ['Tax in it', <Money key="tax" value={payment.TaxAmount} />],
    ...(payment.AmountRefunded > 0
      ? [['Refunded', <Money key="back" value={payment.AmountRefunded} />] as const]
      : []),
    ['Currency', payment.Currency],
    ['Reference', payment.Reference],
    ['Paid on', <DateText key="at" value={payment.PaidDate} withTime />],
    payment.TakenBy
      ? ['Taken by', payment.TakenBy]
      : ['Through', payment.Provider === 'Test' ? words.test : payment.Provider],
  ]
}
