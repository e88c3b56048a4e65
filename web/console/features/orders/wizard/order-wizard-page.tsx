import type { QueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { OrderStep } from './order-step.tsx'
import { SelectMember } from './select-member.tsx'
import { useWizardPlace } from './wizard-place.ts'

/** Fetches the programs ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  void client.prefetchQuery(readQuery(configurationApi.getConfiguration, { params: { businessId } }))
}

/** Orders a plastic card: for whom, with what on it, and sent where. */
export function Page() {
  const { cardProgramId } = usePageParams('orderCard')
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(configurationApi.getConfiguration, { params: { businessId } })
  const program = data?.CardPrograms.find(({ CardProgramId }) => CardProgramId === cardProgramId)
  return (
    <ConsolePage
      title="Order a card"
      subtitle={program?.Description}
      under={[{ label: 'Cards', href: pageHref('cards', { businessId }) }]}
    >
      {program?.IsPhysicalEnabled && <Wizard program={program} />}
      {data && !program?.IsPhysicalEnabled && (
        <ErrorState title="No plastic cards can be ordered of this card program." />
      )}
      {!data && error && (
        <ErrorState title={messages.cards.programsFailed} detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height="20rem" />}
    </ConsolePage>
  )
}

function Wizard({ program }: { program: CardProgram }) {
  const way = useWizardPlace()
  const { step, orderId } = way.place
  // The later steps are about an order: an address without one starts at the beginning.
  if (step === 1 || orderId === undefined) return <SelectMember program={program} way={way} />
  return <OrderStep key={orderId} program={program} orderId={orderId} way={way} />
}
