import { Alert, Button, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import type { RequestPayment } from '#contract/payments/request-payments.ts'
import { refundWords as words } from '#contract/payments/refund-words.ts'
import { GivenBackByHand, refundsApi } from '#contract/payments/refunds.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { NotifyBy } from '#contract/requests/decisions.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { NotifyField, usualWay } from './notify-field.tsx'
import styles from './requests.module.css'

type Props = { request: RequestDetail; payment: RequestPayment }

/** A payment that could not be given back: why, and what can be done about it. */
export function FailedRefund({ request, payment }: Props) {
  const maySettle = useMay(refundsApi.retryRefund)
  const [dialog, setDialog] = useState<'again' | 'by hand' | null>(null)
  const close = () => setDialog(null)
  if (payment.State !== 'RefundFailed') return null
  return (
    <Alert color="red" p="sm" mb="md" role="note" title={`${amountOf(payment)} could not be given back`}>
      <p className={styles.reason}>{payment.RefundFailure}</p>
      {maySettle && (
        <div className={styles.actions}>
          <Button onClick={() => setDialog('again')}>{words.tryAgain}</Button>
          <Button variant="default" onClick={() => setDialog('by hand')}>
            {words.byHand}
          </Button>
        </div>
      )}
      {dialog === 'again' && <TryAgainModal payment={payment} onClose={close} />}
      {dialog === 'by hand' && <ByHandModal request={request} payment={payment} onClose={close} />}
    </Alert>
  )
}

function TryAgainModal({ payment, onClose }: Pick<Props, 'payment'> & { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(refundsApi.retryRefund, { success: 'The refund is under way again.' })

  async function tryAgain() {
    const answer = await run({ params: { businessId, paymentId: payment.PaymentId } })
    if (!answer.ok) toasts.error(answer.message)
    return answer
  }

  return (
    <ConfirmModal
      title="Try again to give it back?"
      text={`${payment.Provider} is asked once more to give back ${amountOf(payment)}. What was given back already isn’t given back twice.`}
      confirmLabel={words.tryAgain}
      onConfirm={tryAgain}
      onClose={onClose}
    />
  )
}

type Values = { Note: string; NotifyBy: NotifyBy }

function ByHandModal({ request, payment, onClose }: Props & { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(refundsApi.settleRefund, { success: 'Marked as given back.' })
  const values: Values = { Note: '', NotifyBy: usualWay(request) }
  return (
    <FormModal
      title={`${amountOf(payment)} given back by hand`}
      submitLabel={words.byHand}
      schema={GivenBackByHand}
      initialValues={values}
      onSubmit={(body) => run({ params: { businessId, paymentId: payment.PaymentId }, body })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{words.byHandHint(payment.Provider)}</Text>
          <Textarea
            label="How it was given back"
            description="Stays with the payment; the applicant doesn’t read it."
            required
            autosize
            minRows={2}
            {...form.getInputProps('Note')}
          />
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}

function amountOf({ AmountPaid }: RequestPayment): string {
  return formatMoney(AmountPaid ?? 0)
}
