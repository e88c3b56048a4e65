import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallInput } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { FileFormat } from '#contract/reports/reports.ts'
import { reportTitles, type ReportName } from '#contract/reports/saved-reports.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { FilterBar, type Filters } from '#ui/table/filter-bar.tsx'
import type { ListState } from '#ui/table/list-state.ts'
import { FiguresAge } from './figures-age.tsx'
import { SaveReportButton } from '#features/reports/saved/save-report-button.tsx'
import type { ReportTotals } from '#parts/shown/totals.tsx'

const text = messages.reports

type Props<Row, File extends Endpoint> = {
  name: ReportName
  /** What stands in the filter bar, before Run. */
  fields?: ReactNode
  filters: Pick<Filters<unknown>, 'isSet' | 'reset'>
  list: ListState<Row>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  rowLink?: (row: Row) => string
  empty: string
  totals?: ReportTotals
  /** The row that answers with the file, and how it is asked in each format. */
  file: { row: File; input: (format: FileFormat) => CallInput<File>; success?: string | undefined }
  children?: ReactNode
}

/** A report: filters, the rows they leave, and the same as a file. */
export function ReportPage<Row, File extends Endpoint>(props: Props<Row, File>) {
  const { name, fields, filters, list, file, totals, empty, children, ...table } = props
  const { BusinessId: businessId } = useBusiness()
  const title = reportTitles[name]
  const run = () => {
    list.retry()
    totals?.readAgain()
  }
  const download = (label: string, format: FileFormat) => (
    <DownloadButton
      row={file.row}
      input={file.input(format)}
      label={label}
      success={file.success}
      failure={text.downloadFailed}
    />
  )
  return (
    <ConsolePage
      title={title}
      under={[{ label: 'Reports', href: pageHref('reports', { businessId }) }]}
      action={<SaveReportButton report={name} />}
    >
      <FilterBar filters={filters}>
        {fields}
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={run}>
          Run
        </Button>
        {download('Download CSV', 'csv')}
        {download('Download Excel', 'xlsx')}
      </FilterBar>
      {children}
      {totals?.line}
      <FiguresAge />
      <DataTable
        label={title}
        list={list}
        empty={empty}
        errorTitle={text.failed}
        loadMoreLabel={messages.generic.loadMore}
        sideways="always"
        {...table}
      />
    </ConsolePage>
  )
}
