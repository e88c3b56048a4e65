import { useQueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { queryKeyOf } from '#console/queries.ts'
import { cardOrdersApi, type CardOrder } from '#contract/orders/card-orders.ts'

/** Keeps an order as the server has just answered it, so that the next step shows that and nothing older. */
export function useKeepOrder(): (order: CardOrder) => void {
  const { BusinessId: businessId } = useBusiness()
  const client = useQueryClient()
  return (order) => {
    const input = { params: { businessId, orderId: order.OrderId } }
    client.setQueryData(queryKeyOf(cardOrdersApi.getCardOrder, input), order)
  }
}
