import { Checkbox, NativeSelect, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { ComponentProps } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { leftOf, paymentWords } from '#contract/payments/payment-words.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import { refundsApi } from '#contract/payments/refunds.ts'
import { type RequestDetail } from '#contract/requests/requests.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { Rejection, type NotifyBy } from '#contract/requests/decisions.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { kinds } from './kinds.ts'
import { NotifyField, usualWay } from './notify-field.tsx'

type Values = { Reason: string; Note: string; IsRefunded: boolean; NotifyBy: NotifyBy }

/** Declines a request, with a note that the applicant reads, and gives back what was paid. */
export function RejectDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(kinds[request.Kind].reject, { success: 'Request rejected.' })
  const kept = request.Payments.filter(({ State }) => State === 'Paid')
  const paid = kept.find(({ Provider }) => Provider !== 'Counter')
  const atCounter = kept.reduce((sum, each) => sum + (each.Provider === 'Counter' ? leftOf(each) : 0), 0)
  const mayRefund = useMay(refundsApi.refundPayment)
  const values: Values = {
    Reason: '',
    Note: '',
    IsRefunded: mayRefund && paid !== undefined,
    NotifyBy: usualWay(request),
  }
  return (
    <FormModal
      title="Reject the request"
      submitLabel="Reject"
      schema={Rejection}
      initialValues={values}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
      draft={keptAs(`rejection ${request.SessionId}`)}
    >
      {(form) => (
        <>
          <ReasonSelect {...form.getInputProps('Reason')} />
          <Textarea
            label="Note"
            description="The applicant reads it."
            autosize
            minRows={3}
            {...form.getInputProps('Note')}
          />
          {paid && !mayRefund && (
            <Text size="sm">{refundWords.byOthers(formatMoney(paid.AmountPaid ?? 0))}</Text>
          )}
          {paid && mayRefund && (
            <Checkbox
              label={`Refund ${formatMoney(paid.AmountPaid ?? 0)}`}
              {...form.getInputProps('IsRefunded', { type: 'checkbox' })}
            />
          )}
          {atCounter > 0 && <Text size="sm">{paymentWords.byHandAfter(formatMoney(atCounter))}</Text>}
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}

/** Why, by the list of the business. */
function ReasonSelect(input: Omit<ComponentProps<typeof NativeSelect>, 'data'>) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(reviewApi.getRejectionReasons, { params: { businessId } })
  return (
    <NativeSelect
      label="Reason"
      description="For your own lists: the applicant doesn’t read it."
      {...input}
      data={[{ value: '', label: 'No reason' }, ...(data?.Reasons ?? [])]}
    />
  )
}
