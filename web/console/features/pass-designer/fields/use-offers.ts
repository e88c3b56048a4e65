import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { readQuery, useRead } from '#console/queries.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { invitationLink } from '#contract/passes/invitation-text.ts'

/** A piece of dynamic data that can be put into a text. */
export type Offer = { name: string; label: string; sample: string }

const link: Offer = { name: invitationLink, label: 'Where the pass is claimed', sample: 'https://…' }

/** What the server fills in on a pass of this design; with the address of an invitation, if that is in the text. */
export function useOffers(hasLink: boolean) {
  const { BusinessId: businessId } = useBusiness()
  const { passConfigurationId } = usePageParams('passDesign')
  const { data, error } = useRead(...offersInput(businessId, passConfigurationId))
  const tokens = Object.entries(data ?? {}).map(([name, { Description, SampleValue }]) => ({
    name,
    label: Description,
    sample: SampleValue,
  }))
  return { offers: data && (hasLink ? [link, ...tokens] : tokens), error }
}

/** The query behind it, to fetch it ahead. */
export function offersQuery(businessId: string, passConfigurationId: string) {
  return readQuery(...offersInput(businessId, passConfigurationId))
}

const offersInput = (businessId: string, passConfigurationId: string) =>
  [passConfigurationsApi.listPassTokens, { params: { businessId }, query: { passConfigurationId } }] as const
