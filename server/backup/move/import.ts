import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { migrationLock, noTenant } from '#platform/database'
import {
  asOwner,
  BackupTrouble,
  ledgerSums,
  loadInto,
  lookInto,
  plainName,
  quoted,
  requireOwnSecret,
  tablesOf,
} from '#server/backup/archive'
import { checkBooksOf } from '#server/reports/sums'
import { jobsTable, type MoveManifest, sealedTable } from './manifest.ts'
import { provenNumbers } from './numbers-in-file.ts'
import { countedColumns, makeRoom, requireNumbersFree } from './numbers.ts'
import { type MoveFile, readBusinessFile } from './read-file.ts'
import { requireOwnUsers, requireMovable } from './requirements.ts'
import { sealAnew } from './sealed.ts'
import { type Arrival, openStaging, payloadOf, settleStaged, stagingOf } from './staging.ts'
import { usersTables, whatGoes } from './what-goes.ts'

export type ImportOptions = MoveFile & {
  readonly secret: string
  /** Who brings it. */
  readonly by: string
  /** Told for whom it waits. */
  readonly say?: (line: string) => void
  /** Puts it on record, in the transaction that brings it. */
  readonly record: (
    insert: (query: Sql) => Promise<void>,
    manifest: MoveManifest,
    joined: number,
  ) => Promise<void>
}

export type Imported = {
  readonly manifest: MoveManifest
  /** How many of its users had an account here. */
  readonly joined: number
  readonly transactions: number
}

/** Brings a business from its file, suspended, all of it or nothing; what is here goes on meanwhile. */
export async function importBusiness(databaseUrl: string, options: ImportOptions): Promise<Imported> {
  const manifest = await readBusinessFile(options)
  return asOwner(databaseUrl, async (client) => {
    await requireMovable(client, manifest, options.secret)
    const counted = await countedColumns(client)
    const numbers = await provenNumbers(options, manifest, counted)
    const shifts = await makeRoom(client, counted, numbers, options.say ?? (() => undefined))
    const arrival = { businessId: manifest.business.id, counted, shifts, by: options.by }
    try {
      return await arrive(client, manifest, arrival, options)
    } catch (error) {
      throw importErrorInWords(error)
    }
  })
}

async function arrive(
  client: pg.Client,
  manifest: MoveManifest,
  arrival: Arrival,
  options: ImportOptions,
): Promise<Imported> {
  const { businessId } = arrival
  await client.query('begin')
  await requireTurn(client)
  await client.query(`set local app.moved_in = 'yes'`)
  await lookInto(client, businessId)
  // Those of its people who have an account here, and those who come with theirs.
  // Looked up for every text that comes.
  await client.query('create temp table moving_person (former text primary key, uid text) on commit drop')
  await client.query('create temp table moving_uid (uid text) on commit drop')
  await load(client, manifest, arrival, options)
  await settleRest(client, arrival)
  await requireOwnUsers(client, businessId)
  // Without it the proofs are planned for empty tables, and so are the first calls.
  const own = manifest.tables.filter(({ schema }) => schema !== jobsTable.schema)
  await client.query(`analyze ${own.map(quoted).join(', ')}`)
  await compareRows(client, manifest)
  await requireNumbersFree(client, arrival.counted, businessId)
  if (!isDeepStrictEqual(await ledgerSums(client, [businessId]), manifest.ledger))
    throw new BackupTrouble("The sums of the ledger are not the file's: nothing was imported.")
  const { transactions, wrong } = await checkBooksOf(client, businessId)
  if (wrong.length > 0)
    throw new BackupTrouble(`The ledger is WRONG, and was not imported: ${wrong.join(' ')}`)
  const { rowCount: joined } = await client.query('select from moving_person')
  await lookInto(client, noTenant)
  await options.record(
    async ({ text, values }) => void (await client.query(text, values)),
    manifest,
    joined ?? 0,
  )
  await requireSecretStill(client, options.secret)
  // Whoever asked for it before was told that it isn't there, and its people that they work for nobody.
  await client.query(`select pg_notify('access_changed', '*')`)
  await client.query('commit')
  return { manifest, joined: joined ?? 0, transactions }
}

/** If hub rotate-secret came in between it has not seen what we sealed. Asked last: a server that starts waits for the same. */
async function requireSecretStill(client: pg.Client, secret: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock_shared(hashtextextended('secret_check', 0))`)
  await requireOwnSecret(client, await tablesOf(client), secret)
}

/** One at a time, and none while the tables get another shape. */
async function requireTurn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('import-business', 0))
       and pg_try_advisory_xact_lock_shared($1) as "isOurs"`,
    [migrationLock],
  )
  if (!rows[0]!.isOurs)
    throw new BackupTrouble(
      'Another business is being imported, or the database migrated: try it again after that.',
    )
}

/** A table at a time, in the order of the file. */
async function load(
  client: pg.Client,
  manifest: MoveManifest,
  arrival: Arrival,
  options: ImportOptions,
): Promise<void> {
  const going = await whatGoes(client, await tablesOf(client), arrival.businessId)
  const known = new Map(
    [...going.map(({ table }) => table), jobsTable].map((table) => [plainName(table), table]),
  )
  const wanted = new Map(manifest.tables.map((table) => [plainName(table), table]))
  let open: string | undefined
  const settleOpen = async () => {
    const [table, former] = [known.get(open ?? ''), wanted.get(open ?? '')]
    open = undefined
    if (table && former && table !== jobsTable) await settleStaged(client, table, former, arrival)
  }
  const loading = loadInto(client, async (name) => {
    await settleOpen()
    open = name
    return openStaging(client, known.get(name), wanted.get(name))
  })
  let sealed = 0
  await readBusinessFile(options, async (name, content) => {
    if (name !== plainName(sealedTable)) return loading.take(name, content)
    await loading.finish()
    await settleOpen()
    sealed += await sealAnew(client, arrival.businessId, options.secret, content, arrival.shifts)
  })
  const rows = await loading.finish()
  await settleOpen()
  rows.set(plainName(sealedTable), sealed)
  for (const [name, table] of wanted)
    if ((rows.get(name) ?? 0) !== table.rows)
      throw new BackupTrouble(
        `The table ${name} has ${rows.get(name) ?? 0} rows in the file and ${table.rows} in its manifest: nothing was imported.`,
      )
}

/** What could only follow once all was there. Jobs rest with their business. */
async function settleRest(client: pg.Client, { businessId, shifts }: Arrival): Promise<void> {
  await client.query(
    'update business b set logo_file_id = m.logo_file_id from moving_business m where b.business_id = m.business_id',
  )
  const outbox = shifts['outbox_message.id']
  await client.query(
    `update identity.account a set invitation_message_id = (select o.id from outbox_message o
       where o.business_id = $1 and o.id = a.invitation_message_id + ${outbox})
     where invitation_message_id is not null and uid in (select m.uid from moving_uid m)`,
    [businessId],
  )
  if (await isStaged(client, jobsTable.name))
    await client.query(
      `insert into resting_job (business_id, task, payload)
       select $1, m.task, ${payloadOf(shifts)} from ${stagingOf(jobsTable)} m on conflict do nothing`,
      [businessId],
    )
  const strays = await client.query(
    `select from resting_job where business_id = $1 and payload::json ->> 'businessId' is distinct from $1 limit 1`,
    [businessId],
  )
  if (strays.rowCount)
    throw new BackupTrouble('A job of the file is of another business: nothing was imported.')
}

const isStaged = async (client: pg.Client, name: string) =>
  (
    await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      `pg_temp.moving_${name}`,
    ])
  ).rows[0]!.found

/** What lies in the tables is what the file says. */
async function compareRows(client: pg.Client, { tables, business }: MoveManifest): Promise<void> {
  for (const table of tables) {
    const name = plainName(table)
    if (table.schema === jobsTable.schema || usersTables.includes(name)) continue
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${quoted(table)} where business_id = $1`,
      [business.id],
    )
    const found = Number(rows[0]!.count)
    if (name === 'public.resting_job' ? found < table.rows : found !== table.rows)
      throw new BackupTrouble(
        `The table ${name} has ${found} rows instead of ${table.rows}: nothing was imported.`,
      )
  }
}

/** A key that is taken here, said for whoever looks after both installations. */
function importErrorInWords(error: unknown): unknown {
  const { code, table, constraint } = error as pg.DatabaseError
  if (code === '23505')
    return new BackupTrouble(
      `Something of this business is another's here already (${table}, ${constraint}): nothing was imported.`,
    )
  if (code === '55P03')
    return new BackupTrouble(
      'The database was too busy for half a minute: nothing was imported. Try it again.',
    )
  return error
}
