import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import {
  paidForNames,
  paymentMethods,
  paymentWords as words,
  recordStates,
} from '#contract/payments/payment-words.ts'
import { type PaymentEntry, paymentsApi } from '#contract/payments/payments.ts'
import { fileFormats } from '#contract/reports/reports.ts'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FilterBar, type Filters, RowsSelect, SelectFilter } from '#ui/table/filter-bar.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { Money } from '#ui/text/money.tsx'
import { PaymentTotalsPanel } from './payment-totals.tsx'
import styles from './payments.module.css'
import { StateBadge } from './state-badge.tsx'

const date = z.iso.date().optional().catch(undefined)
const Search = z.object({
  q: z.string().catch(''),
  method: z.enum(paymentMethods).optional().catch(undefined),
  for: z.enum(paidForNames).optional().catch(undefined),
  state: z.enum(recordStates).optional().catch(undefined),
  from: date,
  to: date,
  rows: z.coerce.number().int().min(1).max(500).catch(50),
})
type Values = z.output<typeof Search>

const columns: Column<PaymentEntry>[] = [
  { header: 'Date', cell: (row) => <DateText value={row.At} withTime /> },
  { header: 'Receipt', cell: (row) => row.ReceiptNumber, phone: 'hidden' },
  { header: 'Name', cell: (row) => row.Name, phone: 'title' },
  { header: 'Membership Number', cell: (row) => row.MembershipNumber, phone: 'hidden' },
  { header: 'For', cell: whatFor },
  { header: 'Method', cell: (row) => words.methods[row.Method] },
  {
    header: 'Reference',
    cell: (row) => row.Reference && <span className={styles.id}>{row.Reference}</span>,
    phone: 'hidden',
  },
  { header: 'State', cell: (row) => <StateBadge state={row.State} /> },
  { header: 'Amount', cell: (row) => <Money value={row.Amount} />, align: 'right' },
]

/** What it was paid for; what was given back says so. */
function whatFor({ PaidFor, Kind }: PaymentEntry): string {
  const what = words.paidFor[PaidFor]
  return Kind === 'Taken' ? what : `${what} refunded`
}

const options = <Value extends string>(names: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  names.map((value) => ({ value, label: labels[value] }))

/** Money that was taken and given back, whatever for and however, with what it comes to. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const filters = useFilters(Search)
  const { q, method, for: paidFor, state, from, to, rows } = filters.values
  const query = {
    ...(q && { q }),
    method,
    paidFor,
    state,
    startDate: from && startOfDay(from, zone),
    endDate: to && endOfDay(to, zone),
  }
  const list = useCountedList(paymentsApi.listPayments, {
    params: { businessId },
    query: { ...query, limit: rows },
  })
  return (
    <ConsolePage title="Payments">
      <FilterBar filters={filters}>
        <Fields filters={filters} />
        {fileFormats.map((format) => (
          <DownloadButton
            key={format}
            row={paymentsApi.exportPayments}
            input={{ params: { businessId, format }, query }}
            label={format === 'csv' ? 'Download CSV' : 'Download Excel'}
            success={messages.reports.downloaded}
            failure={messages.reports.downloadFailed}
          />
        ))}
      </FilterBar>
      <PaymentTotalsPanel query={query} />
      <DataTable
        label="Payments"
        sideways="if-narrow"
        columns={columns}
        list={list}
        rowKey={(row) => row.EntryId}
        rowLink={(row) => pageHref('payment', { businessId, paymentId: row.PaymentId })}
        empty={filters.isSet ? words.empty : words.none}
        errorTitle={words.loadFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </ConsolePage>
  )
}

function Fields({ filters: { values, change } }: { filters: Filters<Values> }) {
  return (
    <>
      <SearchBox label={words.search} value={values.q} onSearch={(q) => change({ q })} isMain />
      <SelectFilter
        label="Method"
        anyLabel="Any method"
        value={values.method}
        options={options(paymentMethods, words.methods)}
        onChange={(method) => change({ method })}
      />
      <SelectFilter
        label="For"
        anyLabel="Anything"
        value={values.for}
        options={options(paidForNames, words.paidFor)}
        onChange={(paidFor) => change({ for: paidFor })}
      />
      <SelectFilter
        label="State"
        anyLabel="Any state"
        value={values.state}
        options={options(recordStates, words.states)}
        onChange={(state) => change({ state })}
      />
      <SpanFields values={values} change={change} />
      <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
    </>
  )
}
