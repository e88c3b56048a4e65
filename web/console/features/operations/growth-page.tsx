import { Alert, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { retentionLabels } from '#contract/business/retention-words.ts'
import {
  type Growth,
  growthApi,
  inMegabytes,
  type TableSize,
  type TableState,
  whatToDo,
} from '#contract/jobs/growth.ts'
import { StatusBadge, type StatusColor } from '#ui/feedback/status-badge.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { formatBytes, formatCount, formatDateTime } from '#ui/text/format.ts'
import { PlatformRecordsPanel } from './platform-records-panel.tsx'

const stateWords: Record<TableState, string> = {
  Well: 'Well',
  Bloated: 'Bloated',
  Unvacuumed: 'Not cleared up',
}
const stateColors: Record<TableState, StatusColor> = { Well: 'green', Bloated: 'orange', Unvacuumed: 'red' }

const columns: Column<TableSize>[] = [
  { header: 'Table', cell: ({ Name }) => Name, width: '22%' },
  {
    header: 'Rows',
    cell: ({ Rows }) => (Rows === null ? null : formatCount(Rows)),
    align: 'right',
    phone: 'hidden',
  },
  { header: 'Size', cell: ({ Bytes, IndexBytes }) => formatBytes(Bytes + IndexBytes), align: 'right' },
  {
    header: 'Of it indexes',
    cell: ({ IndexBytes }) => formatBytes(IndexBytes),
    align: 'right',
    phone: 'hidden',
  },
  { header: 'In a month', cell: ({ BytesAMonth }) => grown(BytesAMonth), align: 'right' },
  {
    header: 'State',
    cell: ({ State }) => <StatusBadge color={stateColors[State]}>{stateWords[State]}</StatusBadge>,
  },
  {
    header: 'Falls away as',
    cell: ({ FallsAwayAs }) => FallsAwayAs.map((kind) => retentionLabels[kind]).join(', ') || null,
    width: '20%',
  },
]

function grown(bytes: number | null): string | null {
  if (bytes === null) return null
  return bytes < 0 ? `−${formatBytes(-bytes)}` : `+${formatBytes(bytes)}`
}

/** What takes room in the database, how it grows, and what could take less. */
export function Page() {
  const { data, ...read } = useRead(growthApi.getGrowth)
  return (
    <ConsolePage title="Growth">
      <Stack gap="md">
        {data && <Standing growth={data} />}
        <DataTable
          label="Tables"
          columns={columns}
          list={{
            ...read,
            rows: data?.Results,
            hasMore: false,
            isLoadingMore: false,
            loadMore: () => undefined,
          }}
          rowKey={({ Name }) => Name}
          empty="There are no tables."
          errorTitle="The sizes of tables could not be loaded."
        />
        {data && <PlatformRecordsPanel records={data.Platform} />}
      </Stack>
    </ConsolePage>
  )
}

function Standing({ growth: { DatabaseBytes, MeasuredDate, Results } }: { growth: Growth }) {
  const troubles = Results.flatMap((table) => whatToDo(table) ?? [])
  const measured = MeasuredDate
    ? `Sizes were last kept on ${formatDateTime(MeasuredDate)}.`
    : 'Sizes are kept each night: how much a table grows is known after a week.'
  return (
    <>
      <Text size="sm" c="dimmed">
        The database has {inMegabytes(DatabaseBytes)}. {measured}
      </Text>
      {troubles.map((sentence) => (
        <Alert key={sentence} color="orange" p="sm">
          {sentence}
        </Alert>
      ))}
    </>
  )
}
