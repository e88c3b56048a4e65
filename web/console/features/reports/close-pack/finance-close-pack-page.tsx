import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useBusinessDay } from '#console/days.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { closePackApi } from '#contract/reports/close-pack.ts'
import { reportTitles } from '#contract/reports/saved-reports.ts'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { spanOfPreset } from '#parts/span/presets.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { FilterBar, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { formatDate } from '#ui/text/format.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CloseLine } from './close-lines.ts'
import { ClosePackTables } from './close-pack-tables.tsx'
import { CloseTransactions } from './close-transactions.tsx'
import { FiguresAge } from '#features/reports/figures-age.tsx'
import { choice } from '#features/reports/report-search.ts'
import { SaveReportButton } from '#features/reports/saved/save-report-button.tsx'
import { UnmatchedHolds } from './unmatched-holds.tsx'

const Search = z.object({
  period: z.enum(['day', 'year']).optional().catch(undefined),
  date: z.iso.date().optional().catch(undefined),
  account: CloseLine.optional().catch(undefined),
  kind: choice,
})

const dayLabels = { day: 'Day', month: 'A day of the month', year: 'A day of the year' }

function Fields({ filters }: { filters: Filters<z.output<typeof Search>> }) {
  const { values, change } = filters
  const today = useBusinessDay()
  return (
    <FilterBar filters={filters}>
      <SelectFilter
        label="Period"
        anyLabel="Month"
        value={values.period}
        options={[
          { value: 'day', label: 'Day' },
          { value: 'year', label: 'Financial year' },
        ]}
        onChange={(period) => change({ period })}
      />
      <DateField
        label={dayLabels[values.period ?? 'month']}
        value={values.date ?? today}
        onChange={(date) => change({ date: date ?? undefined })}
      />
      {(['This month', 'Last month'] as const).map((name) => {
        const { from } = spanOfPreset(name, today)
        const isShown = !values.period && (values.date ?? today).startsWith(from.slice(0, 7))
        return (
          <Button
            key={name}
            variant={isShown ? 'light' : 'default'}
            aria-pressed={isShown}
            onClick={() => change({ period: undefined, date: from })}
          >
            {name}
          </Button>
        )
      })}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </FilterBar>
  )
}

/** What finance closes a day or a month with. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const filters = useFilters(Search)
  const { values, change } = filters
  const today = useBusinessDay()
  const days = daysOf(values.period, values.date ?? today)
  const query = { startDate: startOfDay(days.from, zone), endDate: endOfDay(days.to, zone) }
  const close = () => change({ account: undefined, kind: undefined })
  const { data, error, retry } = useRead(closePackApi.getClosePack, { params: { businessId }, query })
  return (
    <ConsolePage
      title={reportTitles['finance-close-pack']}
      subtitle={
        values.period === 'day' ? formatDate(days.from) : `${formatDate(days.from)} – ${formatDate(days.to)}`
      }
      under={[{ label: 'Reports', href: pageHref('reports', { businessId }) }]}
      action={<SaveReportButton report="finance-close-pack" />}
    >
      <Fields filters={filters} />
      <FiguresAge />
      {!data && error && (
        <ErrorState title={messages.reports.failed} detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height="24rem" />}
      {data && (
        <ClosePackTables pack={data} opened={values} onOpen={(account, kind) => change({ account, kind })} />
      )}
      {values.account === 'unmatched' && <UnmatchedHolds onClose={close} />}
      {values.account && values.account !== 'unmatched' && (
        <CloseTransactions
          key={`${values.account} ${values.kind}`}
          account={values.account}
          kind={values.kind}
          query={query}
          onClose={close}
        />
      )}
    </ConsolePage>
  )
}

/** The first and the last day of the period that a day is in. */
function daysOf(period: z.output<typeof Search>['period'], date: string) {
  if (period === 'day') return { from: date, to: date }
  return spanOfPreset(period === 'year' ? 'This financial year' : 'This month', date)
}
