import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import type { RequestPayment } from '#contract/payments/request-payments.ts'
import { refundWords as words } from '#contract/payments/refund-words.ts'
import { GivenBackByHand, refundsApi } from '#contract/payments/refunds.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { NotifyBy } from '#contract/requests/decisions.ts'
import { HowGivenBackField, RefundFailed } from '#parts/refunds/refund-failed.tsx'
import { settledWords } from '#parts/refunds/settled-words.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { NotifyField, usualWay } from './notify-field.tsx'

type Props = { request: RequestDetail; payment: RequestPayment }

/** A payment of a request that could not be given back. */
export function FailedRefund({ request, payment }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const maySettle = useMay(refundsApi.retryRefund)
  const { run } = useAction(refundsApi.retryRefund, { success: settledWords.again })
  if (payment.State !== 'RefundFailed') return null
  return (
    <RefundFailed
      amount={payment.AmountPaid ?? 0}
      provider={payment.Provider}
      failure={payment.RefundFailure}
      maySettle={maySettle}
      tryAgain={() => run({ params: { businessId, paymentId: payment.PaymentId } })}
    >
      {(onClose) => <ByHandModal request={request} payment={payment} onClose={onClose} />}
    </RefundFailed>
  )
}

type Values = { Note: string; NotifyBy: NotifyBy }

function ByHandModal({ request, payment, onClose }: Props & { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(refundsApi.settleRefund, { success: settledWords.byHand })
  const values: Values = { Note: '', NotifyBy: usualWay(request) }
  return (
    <FormModal
      title={`${formatMoney(payment.AmountPaid ?? 0)} given back by hand`}
      submitLabel={words.byHand}
      schema={GivenBackByHand}
      initialValues={values}
      onSubmit={(body) => run({ params: { businessId, paymentId: payment.PaymentId }, body })}
      onClose={onClose}
      draft={keptAs(`given back ${payment.PaymentId}`)}
    >
      {(form) => (
        <>
          <HowGivenBackField
            provider={payment.Provider}
            description="Stays with the payment; the applicant doesn’t read it."
            {...form.getInputProps('Note')}
          />
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}
