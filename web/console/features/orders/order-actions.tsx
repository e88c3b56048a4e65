import { IconArchive, IconBan, IconCheck, IconHistory, IconPencil, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useOpened } from '#console/opened.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import {
  canDo,
  whyNotOrder,
  type CardOrderAction,
  type CardOrderSummary,
} from '#contract/orders/card-orders.ts'
import type { RowAction } from '#ui/table/row-menu.tsx'
import { CompleteOrderDialog } from './complete-order-dialog.tsx'
import { EndOrderModal } from './end-order-modal.tsx'

type Asked = { action: 'cancel' | 'archive' | 'complete'; order: CardOrderSummary }

/** What can be done with an order of the list, and the dialog of what is being done. */
export function useOrderActions(): {
  actionsOf: (order: CardOrderSummary) => RowAction[]
  dialog: ReactNode
} {
  const me = useMe()
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const opened = useOpened('order')
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayComplete = isOpenTo(me, cardOrderFulfilmentApi.completeCardOrder.access)

  const actionsOf = (order: CardOrderSummary): RowAction[] => {
    const ask = (action: Asked['action']) => () => setAsked({ action, order })
    const goOn = { to: wizardHref(businessId, order) }
    return [
      {
        label: 'History',
        icon: <IconHistory size={16} aria-hidden />,
        onClick: () => void navigate({ to: opened.hrefOf(order.OrderId) }),
      },
      ruled(order, 'edit', 'Continue order', IconPencil, () => void navigate(goOn)),
      ...(mayComplete ? [ruled(order, 'complete', 'Complete', IconCheck, ask('complete'))] : []),
      { ...ruled(order, 'cancel', 'Cancel', IconBan, ask('cancel')), danger: true },
      { ...ruled(order, 'archive', 'Archive', IconArchive, ask('archive')), danger: true },
    ]
  }
  return { actionsOf, dialog: asked && <Dialog {...asked} onClose={() => setAsked(null)} /> }
}

function Dialog({ action, order, onClose }: Asked & { onClose: () => void }) {
  return action === 'complete' ? (
    <CompleteOrderDialog order={order} onClose={onClose} />
  ) : (
    <EndOrderModal action={action} order={order} onClose={onClose} />
  )
}

/** An action that the state of an order allows, or says why not. */
function ruled(
  { OrderStatus }: CardOrderSummary,
  action: CardOrderAction,
  label: string,
  ActionIcon: Icon,
  onClick: () => void,
): RowAction {
  return {
    label,
    icon: <ActionIcon size={16} aria-hidden />,
    disabled: !canDo(action, OrderStatus),
    reason: whyNotOrder(action),
    onClick,
  }
}

/** Where the wizard goes on with an order. */
function wizardHref(businessId: string, { CardProgramId, MemberId, OrderId }: CardOrderSummary): string {
  const place = { step: '2', memberId: MemberId ?? '', orderId: OrderId }
  return pageHref('orderCard', { businessId, cardProgramId: CardProgramId }, place)
}
