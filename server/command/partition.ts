import sql from 'sql-template-tag'
import { inMegabytes } from '#contract/jobs/growth.ts'
import { type Database, noTenant, openDatabase, type Queries } from '#platform/database'
import {
  type Command,
  CommandTrouble,
  figure,
  type Given,
  recordByOperator,
  withDatabase,
} from '#server/command/frame'
import { cutByMonth, otherVersions, type TableOfMonths, tablesOfMonths } from '#server/operations/months'

/** `hub partition` */
export const partitionCommand: Command = {
  name: 'partition',
  takes: '[<table> [--yes]]',
  summary: 'shows how tables that pile up would be cut by month, and cuts one',
  about: `Lists the tables that can be cut into a part for each month, with what they take and the parts they have. With the name of one
it says what cutting it comes to, and with --yes does it, beside the server; nothing is cut by itself. All processes have to be of
this version before, and there is no way back to a former one, nor to a table in one piece but by a backup and a restore.

Cut a table when clearing up after it takes hours, from some hundred million rows: the rows of old months lie still then, and a
month that all businesses have let go is dropped, with its room on the disk. Before that it only costs, as lists over all time
ask every month there is, and so does each scan. Cutting reads the table once, and building the keys of event_scan takes room for
them twice.`,
  options: { yes: { type: 'boolean' } },
  operands: [0, 1],
  run: (given) =>
    withDatabase(given.settings, async (url) => {
      const database = openDatabase(url, { ...given.settings.database, connections: 1, copies: 1 })
      try {
        await partition(url, database, given)
      } finally {
        await database.close()
      }
    }),
}

async function partition(url: string, database: Database, { operands, options, say }: Given): Promise<void> {
  const tables = await tablesOfMonths(database.forTenant(noTenant))
  const [name] = operands
  if (name === undefined) {
    for (const table of tables) for (const line of shownWith(table)) say(line)
    return
  }
  const table = tables.find((each) => each.name === name)
  if (!table)
    throw new CommandTrouble(
      `${name} can’t be cut by month: ${tables.map((each) => each.name).join(', ')} can.`,
    )
  if (table.parts.length > 0) throw new CommandTrouble(`${name} is cut by month already.`)
  if (!options.yes) {
    for (const line of [...comesTo(table), ...(await locksOf(database.forTenant(noTenant), table))]) say(line)
    say(`Do it with: hub partition ${name} --yes`)
    return
  }
  await requireOneVersion(database.forTenant(noTenant))
  if (!(await cutByMonth(url, table, say)))
    throw new CommandTrouble(`${name} is being cut by another just now.`)
  const action = { name: 'partition', title: 'Cut a table by month (operator)' }
  const record = { kind: 'Table', id: name, name }
  await database.transaction(noTenant, (tx) => recordByOperator(tx, action, record))
  const after = await tablesOfMonths(database.forTenant(noTenant))
  for (const line of after.filter((each) => each.name === name).flatMap(shownWith)) say(line)
}

// Where it was tried: decision 0165.
const scansAsk = [
  'A scan asks every month, too: where it was tried, with 36 of them, one that lets somebody in took 3.7 ms instead of 3.3, and',
  'one of somebody who is in already 13 ms instead of 8. So do lists of attendance, and who is in. There is no way back.',
]
const listsAsk = [
  'Lists over all time ask every month from then on: where it was tried, with 36 months of audit_entry, they took six times as',
  'long as before (7 ms), and what is looked up by its number as long as before. There is no way back.',
]

function comesTo({ name, rows, bytes }: TableOfMonths): string[] {
  return [
    `${name} has ${figure(rows)} rows in ${inMegabytes(bytes)}. All of them stay where they are, as the first part of it;`,
    'what comes from next month on has a part for each month, made ahead by the server. It is read through once, while others',
    'use it, and renamed in a moment.',
    ...(name === 'event_scan' ? scansAsk : listsAsk),
  ]
}

const monthsTried = 36

/** PostgreSQL has so much room for locks, and refuses everybody (53200) where it is used up. */
async function locksOf(db: Pick<Queries, 'one'>, { locksAMonth }: TableOfMonths): Promise<string[]> {
  const { most } = await db.one<{ most: number }>(
    sql`select current_setting('max_locks_per_transaction')::int as most`,
  )
  return [
    `Who asks every month locks each part with its indexes, ${locksAMonth} a month: for ${monthsTried} months set max_locks_per_transaction`,
    `of PostgreSQL to ${monthsTried * locksAMonth} or more (it is ${most}), and start it anew.`,
  ]
}

/** What a former version writes of events that are made once a month has begun is refused, as it knows of no parts. */
async function requireOneVersion(db: Pick<Queries, 'rows'>): Promise<void> {
  const [other] = await otherVersions(db)
  if (other)
    throw new CommandTrouble(
      `${other.name} is at work with Hub ${other.version}, which may know of no parts: bring every process to this version first. One that was killed is forgotten after five minutes.`,
    )
}

function shownWith({ name, bytes, rows, parts }: TableOfMonths): string[] {
  const size = `${inMegabytes(bytes)}, ${figure(rows)} rows`
  if (parts.length === 0) return [`${name}: ${size}, in one piece`]
  const each = parts.map((part) => `  ${part.name}: ${inMegabytes(part.bytes)}, ${figure(part.rows)} rows`)
  return [`${name}: ${size}, cut by month`, ...each]
}
