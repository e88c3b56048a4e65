import type { CompletionRow } from '#contract/orders/card-order-fulfilment.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { shortId } from '#features/orders/order-columns.tsx'
import styles from '#features/orders/orders.module.css'
import type { Outcome } from './take-in.ts'

type Props = { rows: readonly CompletionRow[]; outcome: Outcome | null }

/** The rows of the bureau's answer: what would come of each, or has. */
export function CompletionRows({ rows, outcome }: Props) {
  // What needs a look comes first.
  const sorted = rows.toSorted((one, other) => rank(one, outcome) - rank(other, outcome))
  return (
    <DataTable
      label="Rows of the file"
      columns={columnsFor(outcome)}
      list={{
        rows: sorted,
        error: null,
        isRefreshing: false,
        hasMore: false,
        isLoadingMore: false,
        loadMore: () => undefined,
        retry: () => undefined,
      }}
      rowKey={(row) => String(row.Row)}
      empty="The file has no rows."
      errorTitle=""
    />
  )
}

function problemOf(row: CompletionRow, outcome: Outcome | null): string | null {
  return row.Problem ?? outcome?.problems.get(row.OrderId) ?? null
}

function rank(row: CompletionRow, outcome: Outcome | null): number {
  return problemOf(row, outcome) === null ? 1 : 0
}

function columnsFor(outcome: Outcome | null): Column<CompletionRow>[] {
  return [
    { header: 'Row', cell: (row) => row.Row.toLocaleString(), width: '5rem', phone: 'hidden' },
    {
      header: 'Order ID',
      cell: (row) => <code className={styles.id}>{shortId(row.OrderId)}</code>,
    },
    { header: 'Name', cell: (row) => row.MemberName, phone: 'title' },
    { header: 'External Account ID', cell: (row) => row.ExternalAccountId },
    { header: 'Posted Date', cell: (row) => <Posted text={row.PostedDate} /> },
    {
      header: outcome ? 'Result' : 'What would happen',
      cell: (row) => {
        const problem = problemOf(row, outcome)
        return problem ?? <StatusBadge color="green">{outcome ? 'Completed' : 'Complete'}</StatusBadge>
      },
      width: '35%',
    },
  ]
}

/** The date as people write it; what is none stands as it is in the file. */
function Posted({ text }: { text: string }) {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? <DateText value={text} /> : text
}
