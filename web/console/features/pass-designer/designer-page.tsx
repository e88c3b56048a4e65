import type { QueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import { pageHref, type PageParams } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { passConfigurationsApi, type PassConfiguration } from '#contract/passes/pass-configurations.ts'
import { walletsApi } from '#contract/passes/wallets.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import type { Crumb } from '#ui/layout/page-header.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Designer } from './designer.tsx'
import { offersQuery } from '#features/pass-designer/fields/use-offers.ts'
import { RetiredNotice } from '#features/pass-designer/list/retiring.tsx'
import { RolloutProgress } from '#features/pass-designer/reach/reach.tsx'
import { WalletNotice } from '#features/pass-designer/list/wallet-notice.tsx'
import { useDesigning } from '#features/pass-designer/draft/use-designing.ts'

/** Fetches the design ahead, and what can be put into it. */
export function preload(client: QueryClient, params: PageParams<'passDesign'>): void {
  const { businessId, passConfigurationId } = params
  void client.prefetchQuery(readQuery(passConfigurationsApi.getPassConfiguration, { params }))
  void client.prefetchQuery(readQuery(walletsApi.getWalletSetup, { params: { businessId } }))
  void client.prefetchQuery(readQuery(passConfigurationsApi.getPassReach, { params }))
  void client.prefetchQuery(offersQuery(businessId, passConfigurationId))
}

/** The builder of one pass. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const { passConfigurationId } = usePageParams('passDesign')
  const { data, error, retry } = useRead(passConfigurationsApi.getPassConfiguration, {
    params: { businessId, passConfigurationId },
  })
  const under = [{ label: 'Passes', href: pageHref('passDesigns', { businessId }) }]
  if (data) return <Loaded configuration={data} under={under} />
  return (
    <ConsolePage title={error ? 'Pass' : undefined} under={under}>
      {error ? (
        <ErrorState title={messages.passes.loadFailed} detail={error.message} onRetry={retry} />
      ) : (
        <Skeleton height="36rem" />
      )}
    </ConsolePage>
  )
}

function Loaded({ configuration, under }: { configuration: PassConfiguration; under: Crumb[] }) {
  const designing = useDesigning(configuration)
  return (
    <ConsolePage
      title={designing.document.DisplayName || 'Pass'}
      subtitle="Choose a part of the pass to change it."
      under={under}
    >
      <WalletNotice tellsDays />
      <RetiredNotice pass={configuration} />
      <RolloutProgress />
      <Designer designing={designing} />
    </ConsolePage>
  )
}
