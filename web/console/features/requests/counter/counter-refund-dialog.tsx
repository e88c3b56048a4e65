import { Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { CounterRefund, counterApi } from '#contract/payments/counter.ts'
import { leftOf } from '#contract/payments/payment-words.ts'
import type { RequestPayment } from '#contract/payments/request-payments.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { NotifyField, usualWay } from '#features/requests/review/notify-field.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'
import { formatMoney } from '#ui/text/format.ts'

type Props = { request: RequestDetail; payment: RequestPayment; onClose: () => void }

/** Takes note that money was given back at the counter. It keeps no draft, which could book the same amount twice. */
export function CounterRefundDialog({ request, payment, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(counterApi.refundAtCounter, { success: 'The refund is on record.' })
  const left = leftOf(payment)
  return (
    <FormModal
      title="Give money back at the counter"
      submitLabel={refundWords.giveBack}
      schema={CounterRefund}
      initialValues={{ Amount: left, Reason: '', NotifyBy: usualWay(request) }}
      onSubmit={(body) => run({ params: { businessId, paymentId: payment.PaymentId }, body })}
      onClose={onClose}
      withoutDraft="The same amount offered again could be booked twice."
    >
      {(form) => (
        <>
          <Text size="sm">{`${formatMoney(left)} of it is left. Hub takes note of it; hand the money over yourself.`}</Text>
          <MoneyField label="Amount" required max={left} {...form.getInputProps('Amount')} />
          <ReasonField {...form.getInputProps('Reason')} />
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}
