import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { canDo, cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { WizardWay } from './wizard-place.ts'
import { WizardSteps } from './wizard-steps.tsx'
import styles from './wizard.module.css'

type Props = { program: CardProgram; orderId: string; way: WizardWay }

/** The steps that are about an order, while it can still be changed. */
export function OrderStep({ program, orderId, way }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const {
    data: order,
    error,
    retry,
  } = useRead(cardOrdersApi.getCardOrder, { params: { businessId, orderId } })
  const [placedFor, setPlacedFor] = useState<string | null>(null)
  const { step } = way.place
  if (!order)
    return (
      <>
        <WizardSteps step={step} />
        {error ? (
          <ErrorState title="The order could not be loaded." detail={error.message} onRetry={retry} />
        ) : (
          <Skeleton height="20rem" />
        )}
      </>
    )
  if (placedFor !== null)
    return <End way={way} color="green">{`The card order was successfully placed for ${placedFor}.`}</End>
  if (!canDo('edit', order.OrderStatus))
    return (
      <End way={way} color="orange">
        {messages.cardOrders.alreadyOrdered}
      </End>
    )
  // Nothing can be confirmed that nobody has filled in.
  if (step === 2 || order.InitialCardValue === null)
    return <DetailsStep program={program} order={order} way={way} onOutdated={retry} />
  return <ConfirmStep order={order} way={way} onPlaced={setPlacedFor} onOutdated={retry} />
}

/** Where there is nothing left to do with an order but to begin the next. */
function End({ way, color, children }: { way: WizardWay; color: 'green' | 'orange'; children: string }) {
  return (
    <>
      <WizardSteps step={way.place.step} />
      <div className={styles.end}>
        <Alert color={color} role="status" w="100%">
          {children}
        </Alert>
        <Button onClick={way.restart}>{messages.cardOrders.newOrder}</Button>
      </div>
    </>
  )
}
