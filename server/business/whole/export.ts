import sql, { join, raw } from 'sql-template-tag'
import type { standingApi } from '#contract/business/standing.ts'
import { goneSecret } from '#contract/messaging/outbox.ts'
import type { Call } from '#platform/call'
import { migrationNames, type Moment } from '#platform/database'
import { businessZone } from '#platform/days'
import { type Download, stampedName, type ZipEntry, zipped } from '#platform/formats'
import { version } from '#platform/settings'
import { type BusinessTable, businessTables } from './catalogue.ts'
import { isWithheldColumn, withheldColumns } from './withheld.ts'

/** What the layout of the file is known by: it goes up when a reader of the former one would be wrong. */
const layout = 1

/**
 * Everything a business has, as it was at one moment: a CSV file for each of its tables, its pictures, and a manifest. Nothing
 * of it is ever there whole.
 */
export async function exportBusiness({ db }: Call<typeof standingApi.exportBusiness>): Promise<Download> {
  const zone = await businessZone(db)
  return {
    type: 'application/zip',
    name: stampedName(`everything-${db.businessId}`, 'zip', zone),
    content: zipped(db.inOneMoment((moment) => filesOf(moment, db.businessId))),
  }
}

type Counts = Record<string, number>

/** A file at a time; the next is begun when the former has been read. */
async function* filesOf(moment: Moment, businessId: string): AsyncGenerator<ZipEntry> {
  const rows: Counts = {}
  for (const table of await businessTables(moment)) {
    rows[table.name] = 0
    const onRow = () => void rows[table.name]!++
    yield { name: `tables/${table.name}.csv`, content: tableContent(moment, table, businessId, onRow) }
  }
  const pictures = { count: 0 }
  for await (const picture of picturesOf(moment, businessId)) {
    if (picture.name.startsWith('files/')) pictures.count++
    yield picture
  }
  const manifest = await manifestOf(moment, businessId, rows, pictures.count)
  yield { name: 'manifest.json', content: [JSON.stringify(manifest, null, 2)] }
}

// A picture's bytes are a file of their own.
const pictureColumns: Readonly<Record<string, string>> = {
  file: 'content',
  member_photo: 'image',
  request_file: 'content',
}
const isShown = (table: string, column: string) =>
  !isWithheldColumn(table, column) && pictureColumns[table] !== column

const quoted = (identifier: string) => raw(`"${identifier.replaceAll('"', '""')}"`)

/** What is told of a column. A message that a former version queued has its link in the text, until its job seals it. */
const toldOf = (table: string, column: string) =>
  table === 'outbox_message' && column === 'body'
    ? sql`case when secret <> '' then replace(body, secret, ${goneSecret}) else body end`
    : quoted(column)

async function* tableContent(
  moment: Moment,
  { name, columns }: BusinessTable,
  businessId: string,
  onRow: () => void,
): AsyncGenerator<string | Uint8Array> {
  const shown = columns.filter((column) => isShown(name, column))
  yield `${shown.join(',')}\r\n`
  yield* moment.copy(
    sql`select ${join(shown.map((column) => toldOf(name, column)))} from ${quoted(name)} where business_id = ${businessId}`,
    { onRow },
  )
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

/** The pictures and photos, as lines of name, type and digits: none of these has a comma or a break in it. */
async function* picturesOf(moment: Moment, businessId: string): AsyncGenerator<ZipEntry> {
  const lines = moment.copy(sql`
    select 'files/' || file_id, type, encode(content, 'hex') from file where business_id = ${businessId}
    union all
    select 'photos/' || photo_id, 'image/jpeg', encode(image, 'hex') from member_photo where business_id = ${businessId}
    union all
    select 'request-files/' || file_id, type, encode(content, 'hex') from request_file where business_id = ${businessId}`)
  for await (const piece of lines)
    for (const line of Buffer.from(piece).toString('latin1').split('\r\n')) {
      const [name, type = '', digits = ''] = line.split(',')
      if (name) yield { name: `${name}.${endings[type] ?? 'bin'}`, content: [Buffer.from(digits, 'hex')] }
    }
}

async function manifestOf(moment: Moment, businessId: string, rows: Counts, pictures: number) {
  const [business] = await moment.rows<{ Name: string; ABN: string; at: string }>(sql`
    select display_name as "Name", abn as "ABN", now() as at from business where business_id = ${businessId}`)
  const { at, ...named } = business!
  return {
    Layout: layout,
    Version: version,
    Migration: migrationNames().at(-1),
    Business: { BusinessId: businessId, ...named },
    Moment: at,
    Rows: rows,
    Files: pictures,
    Ledger: await ledgerSums(moment, businessId),
    Withheld: withheldColumns,
  }
}

/** What is in the accounts of each kind, by the entries themselves: cents, or hundredths of a point. */
function ledgerSums(moment: Moment, businessId: string) {
  return moment.rows(sql`
    select a.kind as "Kind", a.unit as "Unit", count(distinct a.account_id) as "Accounts", count(e.entry_id) as "Entries",
      coalesce(sum(e.amount), 0)::bigint as "Sum"
    from ledger_account a
    left join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
    where a.business_id = ${businessId} group by a.kind, a.unit order by a.kind, a.unit`)
}
