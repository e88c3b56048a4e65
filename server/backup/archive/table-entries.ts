import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted, type Table } from './catalogue.ts'
import { lookInto } from './every-business.ts'
import { type BackedUpTable, tablePartName } from './manifest.ts'
import { hashing } from './tally.ts'
import type { Entry } from './tar.ts'

// So much of a table is kept in memory at once.
const partBytes = 2 ** 20

/** Some rows of a table: those of a business, by what the policy asks, or those that fit the words; or what a query makes. */
export type Some = { readonly businessId?: string; readonly where?: string; readonly query?: string }

/** The rows of a table in parts of about a megabyte; tells what they were. */
export async function* tableEntries(
  client: pg.Client,
  table: Table,
  some: readonly Some[],
): AsyncGenerator<Entry, BackedUpTable> {
  const sums = hashing()
  let [part, rows, held, heldBytes] = [0, 0, [] as Buffer[], 0]
  const entry = (): Entry => {
    const content = Buffer.concat(held)
    ;[held, heldBytes] = [[], 0]
    return { name: tablePartName(table, ++part), content }
  }
  for (const { businessId, where, query } of some) {
    if (businessId !== undefined) await lookInto(client, businessId)
    const copy = client.query(copyTo(`copy (${query ?? queryOf(table, where)}) to stdout`))
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      sums.add(chunk)
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes >= partBytes) yield entry()
    }
    rows += copy.rowCount
  }
  if (heldBytes > 0) yield entry()
  const { schema, name, columns } = table
  return { schema, name, columns: [...columns], rows, ...sums.end() }
}

/** By what the policy asks, and once more in words: what is open to the platform as well is read once. */
export const rowsOfTenant = (businessId: string): Some => ({
  businessId,
  where: `business_id = ${pg.escapeLiteral(businessId)}`,
})

function queryOf(table: Table, where: string | undefined): string {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return `select ${columns} from ${quoted(table)}${where ? ` where ${where}` : ''}`
}
