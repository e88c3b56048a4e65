import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { isAskedFor, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardOrdersApi, type CardOrder } from '#contract/orders/card-orders.ts'
import { messages } from '#contract/messages.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { OrderSummary } from '#features/orders/order-summary.tsx'
import type { WizardWay } from './wizard-place.ts'
import { WizardSteps } from './wizard-steps.tsx'
import styles from './wizard.module.css'

const text = messages.cardOrders

type Props = {
  order: CardOrder
  way: WizardWay
  onPlaced: (firstName: string) => void
  onOutdated: () => void
}

/** The third step: what was filled in, once more, and the order itself. */
export function ConfirmStep({ order, way, onPlaced, onOutdated }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { run, isRunning } = useAction(cardOrdersApi.confirmCardOrder)

  async function place() {
    setRefusal(null)
    const params = { businessId, memberId: order.MemberId, orderId: order.OrderId }
    const answer = await run({ params, query: { revision: order.Revision } })
    if (answer.ok) return onPlaced(answer.data.MemberDetails.FirstName)
    // It stays as it is until somebody has approved it.
    if (isAskedFor(answer)) return way.restart()
    setRefusal(answer.message)
    // Somebody else may have placed it, or changed what it says.
    return answer.status === 409 ? onOutdated() : undefined
  }

  return (
    <>
      <WizardSteps step={3} />
      {refusal && (
        <Alert color="red" role="alert" mb="md" maw="48rem">
          {refusal}
        </Alert>
      )}
      <div className={styles.summary}>
        <OrderSummary order={order} />
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => way.go({ step: 2 })} disabled={isRunning}>
          {text.back}
        </Button>
        <Button variant="default" onClick={way.restart} disabled={isRunning}>
          {text.cancel}
        </Button>
        <WorkingButton isWorking={isRunning} onClick={() => void place()}>
          {text.placeOrder}
        </WorkingButton>
      </div>
    </>
  )
}
