import { Text } from '@mantine/core'
import { monthsInWords, retentionLabels } from '#contract/business/retention-words.ts'
import { type OlderRecords, type PlatformRecords, platformSettings } from '#contract/jobs/growth.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { formatCount } from '#ui/text/format.ts'

/** What is kept of messages and deeds that are no business's, and what would fall away once a setting says so. */
export function PlatformRecordsPanel({ records }: { records: PlatformRecords[] }) {
  return (
    <Panel title="The platform’s own records">
      <Text mb="md" maw="48rem">
        Messages and entries of the trail that are no business’s: of super administrators, resets, and who was
        let in. They are kept for good until the settings of the installation say otherwise; then what is
        older falls away each night, and nobody can bring it back.
      </Text>
      <DataTable
        label="The platform’s own records"
        sideways="always"
        columns={columnsOf(records)}
        list={{
          rows: records,
          error: null,
          isRefreshing: false,
          hasMore: false,
          isLoadingMore: false,
          loadMore: () => undefined,
          retry: () => undefined,
        }}
        rowKey={({ Kind }) => Kind}
        empty="There are none."
        errorTitle="The platform’s own records could not be loaded."
      />
    </Panel>
  )
}

function columnsOf(records: readonly PlatformRecords[]): Column<PlatformRecords>[] {
  const spans = records[0]?.Older.map(({ Months }) => Months) ?? []
  return [
    { header: 'Records', cell: ({ Kind }) => retentionLabels[Kind] },
    { header: 'Kept', cell: ({ Months }) => monthsInWords(Months) },
    ...spans.map((months): Column<PlatformRecords> => ({
      header: `Older than ${monthsInWords(months)}`,
      cell: ({ Older }) => countInWords(Older.find(({ Months }) => Months === months)),
      align: 'right',
    })),
    { header: 'Setting', cell: ({ Kind }) => <code>{platformSettings[Kind]}</code> },
  ]
}

function countInWords(older: OlderRecords | undefined): string | null {
  if (!older) return null
  return `${older.IsMore ? 'More than ' : ''}${formatCount(older.Count)}`
}
