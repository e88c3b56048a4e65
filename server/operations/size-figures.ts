import type { Queries } from '#platform/database'
import { tableSizes } from './sizes.ts'

/** What those learn of tables who watch over an installation. */
export const sizeFigures = [
  { name: 'hub_table_bytes', help: 'What a table takes.', label: 'table' },
  { name: 'hub_table_index_bytes', help: 'What its indexes take.', label: 'table' },
  { name: 'hub_table_dead_rows', help: 'Rows that are gone and not cleared up.', label: 'table' },
  { name: 'hub_table_spare_bytes', help: 'What it takes beyond the need of its rows.', label: 'table' },
] as const

const leastWatched = 1024 * 1024

/** Of the tables that are worth watching. */
export async function sizesToWatch(db: Queries) {
  const tables = await tableSizes(db)
  return tables
    .filter(({ Bytes, IndexBytes }) => Bytes + IndexBytes >= leastWatched)
    .map(({ Name, Bytes, IndexBytes, DeadRows, SpareBytes }) => ({
      of: Name,
      values: {
        hub_table_bytes: Bytes,
        hub_table_index_bytes: IndexBytes,
        hub_table_dead_rows: DeadRows,
        hub_table_spare_bytes: SpareBytes,
      },
    }))
}
