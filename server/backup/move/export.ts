import pg from 'pg'
import { version } from '#platform/settings'
import {
  type BackedUpTable,
  BackupTrouble,
  type Entry,
  ledgerSums,
  lookInto,
  openSnapshot,
  requireOwnSecret,
  tableEntries,
  writeTar,
  writeWhole,
} from '#server/backup/archive'
import { tasksGoingOn } from '#server/business/standing'
import { checkBooksOf } from '#server/reports/sums'
import { encrypting } from './cipher.ts'
import { jobsTable, moveFormat, type MoveManifest } from './manifest.ts'
import { highestNumbers } from './numbers.ts'
import { sealedEntries } from './sealed.ts'
import { whatGoes } from './what-goes.ts'

export type ExportOptions = {
  readonly businessId: string
  readonly file: string
  readonly passphrase: string
  readonly secret: string
  /** Whether a business that is open may go: it is a copy then, from which the original goes on. */
  readonly isCopy: boolean
  /** Puts it on record, before the file is there: nobody has one of which nothing is known. */
  readonly record: (manifest: MoveManifest) => Promise<void>
}

/** Writes all that a business has, as of one moment, into one encrypted file, which is there whole or not at all. */
export async function exportBusinessFile(client: pg.Client, options: ExportOptions): Promise<MoveManifest> {
  const outcome: { manifest?: MoveManifest } = {}
  const entries = async function* () {
    outcome.manifest = yield* businessEntries(client, options)
    await options.record(outcome.manifest)
  }
  await writeWhole(options.file, writeTar(entries(), new Date()), encrypting(options.passphrase))
  await client.query('commit')
  return outcome.manifest!
}

async function* businessEntries(
  client: pg.Client,
  { businessId, secret, isCopy }: ExportOptions,
): AsyncGenerator<Entry, MoveManifest> {
  const { tables: known, migrations } = await openSnapshot(client)
  await requireOwnSecret(client, known, secret)
  const { takenAt, ...business } = await businessToGo(client, businessId, isCopy)
  await requireProven(client, businessId)
  const tables: BackedUpTable[] = []
  for (const { table, some } of await whatGoes(client, known, businessId))
    tables.push(yield* tableEntries(client, table, [some]))
  tables.push(yield* tableEntries(client, jobsTable, [{ query: waitingJobs(businessId) }]))
  const { table, count, left } = yield* sealedEntries(client, businessId, secret)
  const manifest: MoveManifest = {
    format: moveFormat,
    hub: version,
    takenAt: takenAt.toISOString(),
    migrations,
    business,
    tables: [...tables, table],
    numbers: await highestNumbers(client, businessId),
    ledger: await ledgerSums(client, [businessId]),
    sealed: { count, left },
  }
  yield { name: 'manifest.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
  return manifest
}

type Business = MoveManifest['business'] & { readonly takenAt: Date }

async function businessToGo(client: pg.Client, businessId: string, isCopy: boolean): Promise<Business> {
  await lookInto(client, businessId)
  const { rows } = await client.query<Business>(
    `select business_id as id, display_name as name, abn, standing, now() as "takenAt" from business where business_id = $1`,
    [businessId],
  )
  const business = rows[0]
  if (!business) throw new BackupTrouble(`There is no business with the id ${businessId}.`)
  if (business.standing === 'Ended')
    throw new BackupTrouble(`${business.name} is ended: take that back first (Configuration, Standing).`)
  if (business.standing === 'Open' && !isCopy)
    throw new BackupTrouble(
      `${business.name} is open: suspend it first (Configuration, Standing), as what is done after the export doesn't come along. For a copy to try things with, say --copy.`,
    )
  if (business.standing !== 'Open') await requireAtRest(client, business)
  return business
}

/** What is under way would be done here, and once more there. */
async function requireAtRest(client: pg.Client, { id, name }: Business): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.payload ->> 'businessId' = $1 and j.attempts < j.max_attempts
       and (j.locked_at is not null or (t.identifier = any($2) and j.run_at <= now()))`,
    [id, tasksGoingOn],
  )
  const count = rows[0]!.count
  if (count > 0)
    throw new BackupTrouble(
      `${count} ${count === 1 ? 'job' : 'jobs'} of ${name} ${count === 1 ? 'is' : 'are'} under way, such as payments that are taken in: try it again in a minute (hub jobs lists them).`,
    )
}

async function requireProven(client: pg.Client, businessId: string): Promise<void> {
  const { wrong } = await checkBooksOf(client, businessId)
  if (wrong.length > 0)
    throw new BackupTrouble(
      `The ledger is WRONG, and was not exported:\n${wrong.map((sentence) => `- ${sentence}`).join('\n')}`,
    )
}

/** Those that were given up stay behind. */
const waitingJobs = (businessId: string) => `
  select t.identifier as task, j.payload::text as payload
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.payload ->> 'businessId' = ${pg.escapeLiteral(businessId)} and j.attempts < j.max_attempts order by j.id`
