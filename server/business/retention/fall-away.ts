import sql, { type Sql } from 'sql-template-tag'
import {
  platformKinds,
  type RetentionKind,
  retentionKinds,
  retentionLabels,
} from '#contract/business/retention-words.ts'
import { recordByTheClock } from '#platform/call'
import { type ByTheClock, type Database, eachBusiness, noTenant, type Transaction } from '#platform/database'
import { inLane, startJob, type Tasks, workGently } from '#platform/jobs'
import type { Settings } from '#platform/settings'

const task = 'let_fall_away'
// As many rows as are locked and logged at once. A file has megabytes.
const batchOf = (kind: RetentionKind) => (kind === 'RequestFiles' ? 100 : 1_000)
const night = 3

type Job = { readonly businessId: string }

/** What the clock does with records that a business, or the platform itself, keeps no longer. */
export function retentionTasks(database: Database, { platformMonths }: Settings): Tasks {
  return {
    find_what_platform_lets_go: inLane('maintenance', () => findFallingOfPlatform(database, platformMonths)),
    find_what_falls_away: inLane('maintenance', (clock: ByTheClock) => findFalling(database, clock)),
    [task]: inLane('maintenance', (job: Job) => letFallAway(database, job)),
  }
}

export const retentionSchedule: readonly string[] = [
  '37 * * * * find_what_falls_away',
  '47 17 * * * find_what_platform_lets_go',
]

async function findFalling(database: Database, clock: ByTheClock): Promise<void> {
  const startIn = (businessId: string) =>
    database.transaction(businessId, async (tx) => {
      const isSet = await tx.maybe(sql`
        select from retention where business_id = ${businessId} and (months is not null or fallen > 0) limit 1`)
      if (isSet) await queue(tx)
    })
  await eachBusiness(database, startIn, {
    ...clock,
    hour: night,
    whileSuspended: 'What is to be forgotten is.',
  })
}

/** The owner's functions go by what the database has: there the settings of the installation stand as those of '*'. */
function findFallingOfPlatform(database: Database, months: Settings['platformMonths']): Promise<void> {
  return database.transaction(noTenant, async (tx) => {
    await tx.run(sql`
      insert into retention (business_id, kind, months)
      select ${noTenant}, kind, months
      from unnest(${platformKinds}::text[], ${platformKinds.map((kind) => months[kind] ?? null)}::int[]) as given (kind, months)
      on conflict (business_id, kind) do update set months = excluded.months`)
    await queue(tx)
  })
}

function queue(tx: Transaction): Promise<void> {
  const { businessId } = tx
  return startJob(tx, task, { businessId } satisfies Job, { key: `${task}/${businessId}` })
}

/** Piece by piece, each by what the business has set just then; what has fallen is counted with it, and told at the end. */
async function letFallAway(database: Database, { businessId }: Job): Promise<void> {
  const left = [...retentionKinds]
  const isDone = await workGently(async () => {
    const [kind] = left
    if (kind === undefined) return false
    if ((await letSomeFall(database, businessId, kind)) < batchOf(kind)) left.shift()
    return left.length > 0
  })
  await database.transaction(businessId, (tx) => (isDone ? tell(tx) : queue(tx)))
}

function letSomeFall(database: Database, businessId: string, kind: RetentionKind): Promise<number> {
  return database.transaction(businessId, async (tx) => {
    const some = await tx.maybe<{ gone: number }>(sql`
      select ${fallingOf(kind)} as gone from retention
      where business_id = ${businessId} and kind = ${kind} and months is not null`)
    return some?.gone ?? 0
  })
}

// What came later has functions of its own; who was in a sending goes with the lines of messages.
function fallingOf(kind: RetentionKind): Sql {
  const batch = batchOf(kind)
  const former = sql`let_fall_away(kind, months_ago(months), ${batch})`
  if (kind === 'Visitors') return sql`let_visitors_fall_away(months_ago(months), ${batch})`
  if (kind === 'RequestFiles') return sql`let_files_fall_away(months_ago(months), ${batch})`
  if (kind === 'Messages')
    return sql`greatest(${former}, let_recipients_fall_away(months_ago(months), ${batch}))`
  return former
}

/** One entry in the trail for all that has fallen since the last; none where nothing has. */
async function tell(tx: Transaction): Promise<void> {
  const fallen = await tx.rows<{ kind: RetentionKind; fallen: number }>(sql`
    select kind, fallen from retention where business_id = ${tx.businessId} and fallen > 0 for update`)
  if (fallen.length === 0) return
  await tx.run(sql`update retention set fallen = 0 where business_id = ${tx.businessId}`)
  const counts = new Map(fallen.map((each) => [each.kind, each.fallen]))
  const told = retentionKinds.flatMap((kind) => {
    const count = counts.get(kind)
    return count === undefined ? [] : [[retentionLabels[kind], count] as const]
  })
  await recordByTheClock(
    tx,
    { name: 'letFallAway', title: 'Let old records fall away' },
    { record: await keeperOf(tx), after: Object.fromEntries(told) },
  )
}

async function keeperOf(tx: Transaction) {
  const { businessId } = tx
  if (businessId === noTenant) return { kind: 'Platform', id: businessId, name: 'Platform' }
  const { name } = await tx.one<{ name: string }>(
    sql`select display_name as name from business where business_id = ${businessId}`,
  )
  return { kind: 'Business', id: businessId, name }
}
