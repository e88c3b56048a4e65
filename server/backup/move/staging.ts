import pg from 'pg'
import { BackupTrouble, type BackedUpTable, plainName, quoted, type Table } from '#server/backup/archive'
import { sendTasks } from '#server/messaging'
import { jobsTable } from './manifest.ts'
import { type Counted, givenAnew, type Shifts } from './numbers.ts'
import { requireUsersFree } from './requirements.ts'
import { usersTables } from './what-goes.ts'

export type Arrival = {
  readonly businessId: string
  readonly counted: readonly Counted[]
  readonly shifts: Shifts
  /** Who brings it, as its standing has it. */
  readonly by: string
}

/** Where the rows of a table wait until all of them are there: row-level security lets nothing be copied in. */
export const stagingOf = ({ name }: Pick<Table, 'name'>) => pg.escapeIdentifier(`moving_${name}`)

/** Makes a place for the rows of a table of the file, and says how they are copied into it. */
export async function openStaging(
  client: pg.Client,
  table: Table | undefined,
  wanted: BackedUpTable | undefined,
): Promise<string> {
  const missing = wanted?.columns.find((column) => !table?.columns.includes(column))
  if (!table || !wanted || missing)
    throw new BackupTrouble(
      `This version has no place for a table or column of the file (${missing ?? 'table'}): nothing was imported.`,
    )
  const columns = wanted.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await client.query(
    table.name === jobsTable.name
      ? `create temp table ${stagingOf(table)} (task text, payload text) on commit drop`
      : `create temp table ${stagingOf(table)} on commit drop as select ${columns} from ${quoted(table)} with no data`,
  )
  return `copy ${stagingOf(table)} (${columns}) from stdin`
}

/** Lets the rows that wait into their table. */
export async function settleStaged(
  client: pg.Client,
  table: Table,
  wanted: BackedUpTable,
  arrival: Arrival,
): Promise<void> {
  const name = plainName(table)
  if (name === 'identity.account') await joinPeople(client, arrival.businessId)
  const only = await whichOf(client, name, table, arrival)
  const types = await textColumns(client, table)
  const columns = wanted.columns.map((column) => pg.escapeIdentifier(column))
  const values = wanted.columns.map((column) => valueOf(name, column, types.has(column), arrival))
  await client.query(
    `insert into ${quoted(table)} (${columns.join(', ')}) overriding system value
     select ${values.join(', ')} from ${stagingOf(table)} m where ${only}
     ${name === 'public.demo_access' ? 'on conflict do nothing' : ''}`,
  )
  // The logo comes later.
  if (name !== 'public.business') await client.query(`drop table ${stagingOf(table)}`)
}

/** What of the rows comes in: whoever wrote the file, nothing that is another's. */
async function whichOf(
  client: pg.Client,
  name: string,
  table: Table,
  { businessId }: Arrival,
): Promise<string> {
  if (name === 'public.demo_access')
    return `m.id in (select uid from moving_uid)
      or m.id in (select k.api_key_id from api_key k where k.business_id = ${literal(businessId)})`
  if (usersTables.includes(name)) return 'm.uid in (select uid from moving_uid)'
  const strays = await client.query(
    `select from ${stagingOf(table)} where business_id is distinct from $1 limit 1`,
    [businessId],
  )
  if (strays.rowCount)
    throw new BackupTrouble(
      `The table ${name} of the file has rows of another business: nothing was imported.`,
    )
  return 'true'
}

/** Who has an account here by their address goes on with that: it isn't made twice, and stays as it is. */
async function joinPeople(client: pg.Client, businessId: string): Promise<void> {
  await requireUsersFree(client, businessId)
  await client.query(
    `insert into moving_person select m.uid, a.uid from moving_account m join identity.account a on a.email = m.email`,
  )
  await client.query(
    `insert into moving_uid select uid from moving_account where uid not in (select former from moving_person)`,
  )
}

async function textColumns(client: pg.Client, table: Table): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and atttypid = 'text'::regtype and attnum > 0`,
    [quoted(table)],
  )
  return new Set(rows.map(({ name }) => name))
}

const literal = (text: string) => pg.escapeLiteral(text)
const reason = 'It came from another installation: lift this once its people are sent here.'

/** What goes into a column, where that isn't what came. */
function valueOf(table: string, column: string, isText: boolean, { by, shifts }: Arrival): string {
  const own = `m.${pg.escapeIdentifier(column)}`
  const standing: Readonly<Record<string, string>> = {
    // A logo points to its business, and so is there later.
    logo_file_id: 'null',
    standing: `'Suspended'`,
    standing_since: 'now()',
    standing_reason: literal(reason),
    standing_by: literal(by),
    closed_since: 'coalesce(m.closed_since, m.standing_since, now())',
  }
  if (table === 'public.business') return standing[column] ?? own
  const name = `${table.replace(/^public\./, '')}.${column}`
  const anew = givenAnew.find((one) => one === name)
  if (anew) return `${own} + ${shifts[anew]}`
  // Whether and how scans are cut by month is each installation's own: what was before is there in each.
  if (name === 'event.scan_part' || name === 'event_scan.event_part') return '0'
  if (name === 'pass_invitation_recipient.message_id') return `${own} + ${shifts['outbox_message.id']}`
  if (name === 'resting_job.payload') return payloadOf(shifts)
  // People are named by their accounts all over.
  const person = `coalesce((select p.uid from moving_person p where p.former = ${own}), ${own})`
  // A delivery that failed is told by the number of its message.
  if (name === 'user_notice.subject_id')
    return `case when m.kind = 'DeliveryFailed' then (${own}::bigint + ${shifts['outbox_message.id']})::text else ${person} end`
  return isText ? person : own
}

/** What a job is to do; one that sends a message names it by its number. */
export const payloadOf = (shifts: Shifts) =>
  `case when m.task in (${sendTasks.map(literal).join(', ')}) then jsonb_set(m.payload::jsonb, '{id}',
     to_jsonb((m.payload::jsonb ->> 'id')::bigint + ${shifts['outbox_message.id']}))::text else m.payload end`
