import { inMegabytes } from '#contract/jobs/growth.ts'
import { type Database, noTenant, openDatabase } from '#platform/database'
import {
  type Command,
  CommandTrouble,
  figure,
  type Given,
  recordByOperator,
  withDatabase,
} from '#server/command/frame'
import { cutByMonth, type TableOfMonths, tablesOfMonths } from '#server/operations/months'

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
ask every month there is. Cutting reads the table once, and building the keys of event_scan takes room for them twice.`,
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
    say(
      `${name} has ${figure(table.rows)} rows in ${inMegabytes(table.bytes)}. All of them stay where they are, as the first part of it;`,
    )
    say(
      'what comes from next month on has a part for each month, made ahead by the server. It is read through once, while others',
    )
    say(
      'use it, and renamed in a moment. Lists over all time ask every month from then on: where it was tried, with 36 of them, they',
    )
    say(
      'took six times as long as before (7 ms), and what is looked up by its number as long as before. There is no way back.',
    )
    say(`Do it with: hub partition ${name} --yes`)
    return
  }
  if (!(await cutByMonth(url, table, say)))
    throw new CommandTrouble(`${name} is being cut by another just now.`)
  const action = { name: 'partition', title: 'Cut a table by month (operator)' }
  const record = { kind: 'Table', id: name, name }
  await database.transaction(noTenant, (tx) => recordByOperator(tx, action, record))
  const after = await tablesOfMonths(database.forTenant(noTenant))
  for (const line of after.filter((each) => each.name === name).flatMap(shownWith)) say(line)
}

function shownWith({ name, bytes, rows, parts }: TableOfMonths): string[] {
  const size = `${inMegabytes(bytes)}, ${figure(rows)} rows`
  if (parts.length === 0) return [`${name}: ${size}, in one piece`]
  const each = parts.map((part) => `  ${part.name}: ${inMegabytes(part.bytes)}, ${figure(part.rows)} rows`)
  return [`${name}: ${size}, cut by month`, ...each]
}
