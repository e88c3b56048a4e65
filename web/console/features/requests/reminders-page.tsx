import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { reminderOutcomes } from '#contract/requests/reminders.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { ForeseenReminders } from './reminders/foreseen-reminders.tsx'
import { SentReminders } from './reminders/sent-reminders.tsx'

const Search = z.object({
  view: z.enum(['sent', 'next']).catch('sent'),
  form: z.string().optional().catch(undefined),
  outcome: z.enum(reminderOutcomes).optional().catch(undefined),
  day: z.iso.date().optional().catch(undefined),
})

/** The reminders to renew: those that went out and what came of them, and those that will. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(Search)
  const { data, error } = useRead(requestFormsApi.listRenewalForms, { params: { businessId } })
  const given = { filters, forms: data?.Results ?? [] }
  const renewals = pageHref('renewalRequests', { businessId })
  return (
    <ConsolePage title="Reminders" under={[{ label: 'Membership Renewal Requests', href: renewals }]}>
      <TabSet
        label="Reminders"
        current={filters.values.view}
        onChange={(view) => filters.change({ view: view === 'next' ? view : 'sent' })}
        tabs={[
          { key: 'sent', label: 'Sent', content: <SentReminders {...given} /> },
          {
            key: 'next',
            label: 'Next 30 days',
            content: <ForeseenReminders {...given} isLoading={!data && !error} />,
          },
        ]}
      />
    </ConsolePage>
  )
}
