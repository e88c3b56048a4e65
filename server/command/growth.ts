import sql from 'sql-template-tag'
import {
  longestMonths,
  mostCountedToFallAway,
  platformKinds,
  type RetentionKind,
  retentionKinds,
  retentionLabels,
  shortestMonths,
} from '#contract/business/retention-words.ts'
import { inMegabytes, whatToDo } from '#contract/jobs/growth.ts'
import { type Database, noTenant, openDatabase } from '#platform/database'
import { countOlder } from '#server/business/retention'
import { type Command, figure, withDatabase, WrongUse } from '#server/command/frame'
import { growthOf } from '#server/operations'

/** `hub growth` */
export const growthCommand: Command = {
  name: 'growth',
  takes: '[--months <months>]',
  summary: 'tells how large tables are, which are bloated, and what could fall away',
  about: `Lists the largest tables with what they grow by in a month, as measured each night, and says of those that take more room
than their rows need what to do. It changes nothing.

  --months  counts what would fall away if every business, and the platform itself, kept its records for so many months:
            no further than ${figure(mostCountedToFallAway)} of a kind in a business. What a business really keeps it sets itself`,
  options: { months: { type: 'string' } },
  run: ({ settings, options, say }) =>
    withDatabase(settings, async (url) => {
      const months = options.months === undefined ? undefined : monthsOf(String(options.months))
      const database = openDatabase(url, { ...settings.database, connections: 1, copies: 1 })
      try {
        const growth = await growthOf(database.forTenant(noTenant), settings.platformMonths)
        say(`The database has ${inMegabytes(growth.DatabaseBytes)}. The largest tables:`)
        for (const table of growth.Results.slice(0, 15)) {
          const grown = table.BytesAMonth === null ? '' : `, ${inMegabytes(table.BytesAMonth)} a month`
          const rows = table.Rows === null ? '' : `, ${figure(table.Rows)} rows`
          say(`  ${table.Name}: ${inMegabytes(table.Bytes + table.IndexBytes)}${rows}${grown}`)
        }
        const troubles = growth.Results.flatMap((table) => whatToDo(table) ?? [])
        say(troubles.length === 0 ? 'None of them is bloated.' : troubles.join('\n'))
        if (months !== undefined) for (const line of await falling(database, months)) say(line)
      } finally {
        await database.close()
      }
    }),
}

function monthsOf(typed: string): number {
  const months = Number(typed)
  const least = Math.min(...Object.values(shortestMonths))
  if (!Number.isInteger(months) || months < least || months > longestMonths)
    throw new WrongUse(`--months is a whole number from ${least} to ${longestMonths}.`)
  return months
}

/** What would go of each kind, over all businesses; of a kind that is kept for longer at the least, nothing would. */
async function falling(database: Database, months: number): Promise<string[]> {
  const businesses = await database
    .forTenant(noTenant)
    .rows<{ id: string }>(sql`select business_id as id from business where erasing_since is null`)
  const lines = [`With ${months} months everywhere, this would fall away:`]
  for (const kind of retentionKinds) {
    const keepers = isOfPlatform(kind)
      ? [noTenant, ...businesses.map(({ id }) => id)]
      : businesses.map(({ id }) => id)
    const counts = months < shortestMonths[kind] ? [] : await countsOf(database, kind, months, keepers)
    const isMore = counts.some((count) => count > mostCountedToFallAway)
    const sum = counts.reduce((all, count) => all + Math.min(count, mostCountedToFallAway), 0)
    const least = months < shortestMonths[kind] ? ` (kept for ${shortestMonths[kind]} at the least)` : ''
    lines.push(`  ${retentionLabels[kind]}: ${isMore ? 'more than ' : ''}${figure(sum)}${least}`)
  }
  return lines
}

const isOfPlatform = (kind: RetentionKind) => platformKinds.some((own) => own === kind)

async function countsOf(
  database: Database,
  kind: RetentionKind,
  months: number,
  keepers: readonly string[],
): Promise<number[]> {
  const counts: number[] = []
  for (const keeper of keepers)
    counts.push((await countOlder(database.forTenant(keeper), kind, months)).count)
  return counts
}
