import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '#console/can-open.ts'
import { useSettings } from '#console/settings.ts'
import { counterApi } from '#contract/payments/counter.ts'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import styles from '#features/requests/review/requests.module.css'
import { DiscountDialog, PaymentDialog, PaymentLinkDialog } from './counter-dialogs.tsx'

type Dialog = 'payment' | 'discount' | 'link'

/** What is owing of a request, what somebody was let off, and what the staff can do about it. */
export function DuePanel({ request }: { request: RequestDetail }) {
  const mayTake = useMay(counterApi.takePayment)
  const { PaysOnline } = useSettings()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const { AmountDue, Discounts } = request
  const isDue = AmountDue > 0
  if (!isDue && Discounts.length === 0) return null
  return (
    <Panel title={isDue ? 'To be paid' : 'Discounts'}>
      <Facts
        facts={[
          ...(isDue ? [['Owing', <Money key="owing" value={AmountDue} />] as const] : []),
          ...Discounts.map(
            ({ Amount, Reason, GivenBy }, i) =>
              [
                Discounts.length > 1 ? `Discount ${i + 1}` : 'Discount',
                `${formatMoney(Amount)} by ${GivenBy}: ${Reason}`,
              ] as const,
          ),
        ]}
      />
      {isDue && mayTake && (
        <div className={`${styles.actions} ${styles.wide}`}>
          <Button onClick={() => setDialog('payment')}>Take payment</Button>
          <Button variant="default" onClick={() => setDialog('discount')}>
            Give a discount
          </Button>
          {PaysOnline ? (
            <Button variant="default" onClick={() => setDialog('link')}>
              Send the payment link
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {words.notOnline}
            </Text>
          )}
        </div>
      )}
      {dialog === 'payment' && <PaymentDialog request={request} onClose={close} />}
      {dialog === 'discount' && <DiscountDialog request={request} onClose={close} />}
      {dialog === 'link' && <PaymentLinkDialog request={request} onClose={close} />}
    </Panel>
  )
}
