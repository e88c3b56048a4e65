import { Button } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { ConsolePage } from '#console/page.tsx'
import type { Licence } from '#contract/business/licences.ts'
import { pageHref } from '#contract/console-paths.ts'
import { licenceText } from '#features/business/products.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'

/** A page of something that the business isn't licensed for: what that is, and who can change it. */
export function UnlicensedPage({ licence }: { licence: Licence }) {
  const { BusinessId: businessId, DisplayName } = useBusiness()
  const canChange = useCanOpen('configuration')
  const { name, description } = licenceText(licence)
  const who = canChange
    ? 'You can switch it on under Licences.'
    : 'A super administrator can switch it on: ask support for it.'
  return (
    <ConsolePage title={`${name} is not licensed`}>
      <EmptyState
        text={`${DisplayName} does not have the licence ${name} (${description.replace(/\.$/, '')}), which this page needs. ${who}`}
        action={
          <Button
            component={Link}
            variant="default"
            href={
              canChange
                ? pageHref('configuration', { businessId }, { tab: 'licences' })
                : pageHref('home', { businessId })
            }
          >
            {canChange ? 'Open Licences' : 'Go to the start page'}
          </Button>
        }
      />
    </ConsolePage>
  )
}
