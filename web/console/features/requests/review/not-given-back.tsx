import { Alert, Button, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { leftOf, paymentWords } from '#contract/payments/payment-words.ts'
import type { RequestPayment } from '#contract/payments/request-payments.ts'
import { refundWords as words } from '#contract/payments/refund-words.ts'
import { refundsApi } from '#contract/payments/refunds.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { NotifyField, usualWay } from './notify-field.tsx'

type Props = { request: RequestDetail; payment: RequestPayment }

/** What a rejected request paid and still hasn't got back: those who give refunds can see to it here. */
export function NotGivenBack({ request, payment }: Props) {
  const mayRefund = useMay(refundsApi.refundPayment)
  const [isOpen, setOpen] = useState(false)
  if (payment.State !== 'Paid' || request.SubmissionFinalisation?.SubmissionAccepted !== false) return null
  const amount = formatMoney(leftOf(payment))
  return (
    <Alert color="orange" p="sm" mb="md" role="note" title={words.notGivenBack(amount)}>
      {mayRefund && payment.Provider === 'Counter' ? (
        <Text size="sm">{paymentWords.byHandAfter(amount)}</Text>
      ) : mayRefund ? (
        <Button onClick={() => setOpen(true)}>{words.giveBack}</Button>
      ) : (
        <Text size="sm">{words.byOthers(amount)}</Text>
      )}
      {isOpen && <GiveBackModal request={request} payment={payment} onClose={() => setOpen(false)} />}
    </Alert>
  )
}

function GiveBackModal({ request, payment, onClose }: Props & { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(refundsApi.refundPayment, { success: 'The refund is under way.' })
  return (
    <FormModal
      title={`Give back ${formatMoney(payment.AmountPaid ?? 0)}?`}
      submitLabel={words.giveBack}
      schema={refundsApi.refundPayment.body}
      initialValues={{ NotifyBy: usualWay(request) }}
      onSubmit={(body) => run({ params: { businessId, paymentId: payment.PaymentId }, body })}
      onClose={onClose}
      withoutDraft="One choice, nothing is typed."
    >
      {(form) => (
        <>
          <Text>It goes back the way it was paid.</Text>
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}
