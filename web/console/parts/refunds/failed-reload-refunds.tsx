import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { refundWords as words } from '#contract/payments/refund-words.ts'
import { type FailedReloadRefund, HowGivenBack, reloadRefundsApi } from '#contract/payments/reload-refunds.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { HowGivenBackField, RefundFailed } from './refund-failed.tsx'
import { settledWords } from './settled-words.ts'

/** What was paid online for a card and could not be given back, or one payment of it; nothing for most cards. */
export function FailedReloadRefunds(which: Which) {
  return useMay(reloadRefundsApi.listFailedReloadRefunds) && <Failed {...which} />
}

type Which = { cardId: string; paymentId?: string }

function Failed({ cardId, paymentId }: Which) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(reloadRefundsApi.listFailedReloadRefunds, { params: { businessId, cardId } })
  return data?.Results.filter(({ PaymentId }) => !paymentId || PaymentId === paymentId).map((payment) => (
    <FailedReloadRefundNote key={payment.PaymentId} payment={payment} />
  ))
}

type Props = { payment: FailedReloadRefund }

function FailedReloadRefundNote({ payment }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const maySettle = useMay(reloadRefundsApi.retryReloadRefund)
  const { run } = useAction(reloadRefundsApi.retryReloadRefund, { success: settledWords.again })
  const params = { businessId, reloadPaymentId: payment.PaymentId }
  return (
    <RefundFailed
      amount={payment.Amount}
      provider={payment.Provider}
      failure={payment.RefundFailure}
      maySettle={maySettle}
      tryAgain={() => run({ params })}
    >
      {(onClose) => <ByHandModal payment={payment} onClose={onClose} />}
    </RefundFailed>
  )
}

function ByHandModal({ payment, onClose }: Props & { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(reloadRefundsApi.settleReloadRefund, { success: settledWords.byHand })
  const params = { businessId, reloadPaymentId: payment.PaymentId }
  return (
    <FormModal
      title={`${formatMoney(payment.Amount)} given back by hand`}
      submitLabel={words.byHand}
      schema={HowGivenBack}
      initialValues={{ Note: '' }}
      onSubmit={(body) => run({ params, body })}
      onClose={onClose}
      draft={keptAs(`given back ${payment.PaymentId}`)}
    >
      {(form) => (
        <HowGivenBackField
          provider={payment.Provider}
          description="Stays with the payment; the holder doesn’t read it."
          {...form.getInputProps('Note')}
        />
      )}
    </FormModal>
  )
}
