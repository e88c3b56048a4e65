import { TextInput } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { Completion, cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import type { CardOrderSummary } from '#contract/orders/card-orders.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'

/** Takes in what the bureau says of one order. */
export function CompleteOrderDialog({ order, onClose }: { order: CardOrderSummary; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(cardOrderFulfilmentApi.completeCardOrder, {
    success: 'Order completed.',
  })
  return (
    <FormModal
      title="Complete Order"
      submitLabel="Complete"
      size="sm"
      schema={Completion}
      initialValues={{ ExternalAccountId: '', PostedDate: '' }}
      onSubmit={(body) => run({ params: { businessId, orderId: order.OrderId }, body })}
      onClose={onClose}
      draft={keptAs(`completion ${order.OrderId}`)}
    >
      {(form) => (
        <>
          <p>
            The card of {order.MemberName} is made with this account. It is inactive until {order.MemberName}{' '}
            activates it by the link that is sent now.
          </p>
          <TextInput
            label="External account ID"
            required
            autoComplete="off"
            {...form.getInputProps('ExternalAccountId')}
          />
          <DateField label="Posted date" required {...form.getInputProps('PostedDate')} />
        </>
      )}
    </FormModal>
  )
}
