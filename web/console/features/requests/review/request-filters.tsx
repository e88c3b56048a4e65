import { Button } from '@mantine/core'
import { z } from 'zod'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { requestOutcomes, reviewQuery } from '#contract/requests/decisions.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { FormSummary } from '#contract/requests/request-forms.ts'
import { messages } from '#contract/messages.ts'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { FilterBar, RowsSelect, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'

const text = messages.requests
const date = z.iso.date().optional().catch(undefined)

/** What the address can narrow a list of requests down by. */
export const requestSearch = {
  q: z.string().catch(''),
  form: z.string().optional().catch(undefined),
  from: date,
  to: date,
  refund: z.enum(['failed']).optional().catch(undefined),
  outcome: z.enum(requestOutcomes).optional().catch(undefined),
  assigned: reviewQuery.assigned.catch(undefined),
  waiting: reviewQuery.waiting.catch(undefined),
  rows: z.coerce.number().int().min(1).max(500).catch(10),
}
const RequestSearch = z.object({
  ...requestSearch,
  finalised: z.enum(['true', 'false']).optional().catch(undefined),
})
type Values = z.output<typeof RequestSearch>

/** The part of a list's query that both lists have, with days of this zone. */
export function requestsQueryOf(
  { q, from, to, refund, outcome, assigned, waiting, rows }: Omit<Values, 'finalised'>,
  zone: string,
) {
  return {
    q,
    outcome,
    assigned,
    waiting,
    hasFailedRefund: refund && ('true' as const),
    limit: rows,
    startDate: from && startOfDay(from, zone),
    endDate: to && endOfDay(to, zone),
  }
}

type Props = {
  filters: Filters<Values>
  /** 'Application Form' or 'Renewal Form'. */
  formLabel: string
  forms: readonly z.output<typeof FormSummary>[]
  hasFinalised?: boolean
  onSearch: () => void
}

/** Search, form, days, and how many rows come at a time. */
export function RequestFilters({ filters, formLabel, forms, hasFinalised = false, onSearch }: Props) {
  const { values, change } = filters
  return (
    <FilterBar filters={filters}>
      <SearchBox label={text.searchPlaceholder} value={values.q} onSearch={(q) => change({ q })} isMain />
      {forms.length > 1 && (
        <SelectFilter
          label={formLabel}
          anyLabel={text.allForms}
          value={values.form}
          options={forms.map(({ Meta, DisplayName }) => ({ value: Meta.Id, label: DisplayName }))}
          onChange={(form) => change({ form })}
        />
      )}
      <SpanFields label="Request Submitted" values={values} change={change} />
      {hasFinalised && (
        <SelectFilter
          label="Is Finalised"
          anyLabel="All"
          value={values.finalised}
          options={[
            { value: 'true', label: 'Finalised' },
            { value: 'false', label: 'Not Finalised' },
          ]}
          onChange={(finalised) => change({ finalised })}
        />
      )}
      <ReviewFilters {...filters} />
      <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
      <Button variant="default" onClick={onSearch}>
        Search
      </Button>
    </FilterBar>
  )
}

/** How it was decided, whose it is, and whether a refund waits. */
function ReviewFilters({ values, change }: Pick<Filters<Values>, 'values' | 'change'>) {
  return (
    <>
      <SelectFilter
        label="Outcome"
        anyLabel="Any"
        value={values.outcome}
        options={requestOutcomes}
        onChange={(outcome) => change({ outcome })}
      />
      <SelectFilter
        label="Assigned"
        anyLabel="To anybody"
        value={values.assigned}
        options={[
          { value: 'me', label: 'Assigned to me' },
          { value: 'nobody', label: 'To nobody' },
        ]}
        onChange={(assigned) => change({ assigned })}
      />
      <SelectFilter
        label="Decision"
        anyLabel="Any"
        value={values.waiting}
        options={[{ value: 'me', label: 'Waits for me' }]}
        onChange={(waiting) => change({ waiting })}
      />
      <SelectFilter
        label="Refund"
        anyLabel="Any"
        value={values.refund}
        options={[{ value: 'failed', label: refundWords.failed }]}
        onChange={(refund) => change({ refund })}
      />
    </>
  )
}
