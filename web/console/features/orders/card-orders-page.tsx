import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { useCanOpen, useMay } from '#console/can-open.ts'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { queryKeyOf, listQuery, readQuery } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { cardOrdersApi } from '#contract/orders/card-orders.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { OrderPanel } from './order-panel.tsx'
import { useOrderActions } from './order-actions.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { OrdersFilterBar, OrdersSearch, ordersQueryOf, statusesInput } from './orders-filter-bar.tsx'

// The first ones are of no days.
const anyZone = 'UTC'

/** Fetches the first orders ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  void client.prefetchQuery(readQuery(configurationApi.listEnum, statusesInput(businessId)))
  void client.prefetchInfiniteQuery(
    listQuery(cardOrdersApi.listCardOrders, {
      params: { businessId },
      query: ordersQueryOf(OrdersSearch.parse({}), anyZone),
    }),
  )
}

/** The orders of plastic cards, newest first. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const filters = useFilters(OrdersSearch)
  const client = useQueryClient()
  const list = useCountedList(cardOrdersApi.listCardOrders, {
    params: { businessId },
    query: ordersQueryOf(filters.values, zone),
  })
  const opened = useOpened('order')
  const { actionsOf, dialog } = useOrderActions()
  return (
    <ConsolePage title="Card Orders" action={<BureauButton />}>
      <OrdersFilterBar
        filters={filters}
        onSearch={() => void client.invalidateQueries({ queryKey: queryKeyOf(cardOrdersApi.listCardOrders) })}
      />
      <DataTable
        label="Card Orders"
        sideways="if-narrow"
        columns={useOrderColumns()}
        list={list}
        rowKey={(order) => order.OrderId}
        rowLink={(order) => opened.hrefOf(order.OrderId)}
        rowMenu={actionsOf}
        empty={filters.isSet ? 'No card orders match these filters.' : <NoOrders />}
        errorTitle={messages.cardOrders.listFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      {opened.id && <OrderPanel key={opened.id} orderId={opened.id} onClose={opened.close} />}
      {dialog}
    </ConsolePage>
  )
}

/** Where a card is ordered from. */
function NoOrders() {
  const { BusinessId: businessId } = useBusiness()
  // Whom it is for is chosen from a list of members.
  const canFind = useMay(membersApi.listMembers)
  const canOrder = useCanOpen('orderCard') && canFind
  const order = canOrder && (
    <Button component={Link} variant="default" href={pageHref('cards', { businessId })}>
      Choose a card to order
    </Button>
  )
  return <EmptyState text="No cards have been ordered yet." action={order} />
}

function BureauButton() {
  const { BusinessId: businessId } = useBusiness()
  if (!useCanOpen('cardBureau')) return null
  return (
    <Button
      component={Link}
      href={pageHref('cardBureau', { businessId })}
      leftSection={<IconPrinter size={16} aria-hidden />}
    >
      Card bureau
    </Button>
  )
}
