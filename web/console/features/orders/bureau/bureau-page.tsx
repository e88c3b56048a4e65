import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { BatchList } from './batch-list.tsx'
import { BureauAnswer } from './bureau-answer.tsx'

/** What the card bureau is sent, and what it answers. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  return (
    <ConsolePage
      title="Card bureau"
      under={[{ label: 'Card Orders', href: pageHref('cardOrders', { businessId }) }]}
      subtitle="Orders go to the bureau that prints the cards, and come back with the account of each card."
    >
      <BatchList />
      <BureauAnswer />
    </ConsolePage>
  )
}
