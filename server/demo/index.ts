import sql from 'sql-template-tag'
import { type DriverName, noTenant, openDatabase, type Transaction } from '#platform/database'
import { seedAccounts, seedApiKeys, seedRoles } from '#server/demo/access'
import { seedCardPrograms, seedCards } from '#server/demo/cards'
import {
  seedMemberDetails,
  seedMemberImports,
  seedMemberNotes,
  seedMembers,
  seedPoints,
  seedPointsTypes,
} from '#server/demo/members'
import { seedIssuedPasses, seedPasses } from '#server/demo/passes'
import { seedRequests } from '#server/demo/requests'
import { seedBusinesses } from './businesses.ts'
import { keepFestival, seedEvents } from './events.ts'
import { seedMessages } from './messages.ts'
import { seedNotices } from './notices.ts'
import { seedOptionLists } from './option-lists.ts'
import { seedSavedReports } from './saved-reports.ts'
import { seedTrail } from './trail.ts'
import { seedTrends } from './trends.ts'
import { seedVisitors } from './visitors.ts'

// Each is done once and remembered, so that a later version adds its part to a demo that is there already.
const steps: readonly { name: string; what: string; seed: (tx: Transaction) => Promise<void> }[] = [
  { name: 'businesses', what: 'businesses and venues', seed: seedBusinesses },
  { name: 'accounts', what: 'accounts', seed: seedAccounts },
  { name: 'roles', what: 'roles', seed: seedRoles },
  { name: 'points-types', what: 'points types', seed: seedPointsTypes },
  { name: 'option-lists', what: 'option lists', seed: seedOptionLists },
  { name: 'card-programs', what: 'card programs', seed: seedCardPrograms },
  { name: 'api-keys', what: 'API keys', seed: seedApiKeys },
  { name: 'members', what: 'members', seed: seedMembers },
  { name: 'requests', what: 'applications and renewals', seed: seedRequests },
  { name: 'member-notes', what: 'notes on members', seed: seedMemberNotes },
  { name: 'member-imports', what: 'imports of members', seed: seedMemberImports },
  { name: 'events', what: 'events', seed: seedEvents },
  { name: 'visitors', what: 'visitors', seed: seedVisitors },
  { name: 'points', what: 'points', seed: seedPoints },
  { name: 'member-details', what: 'details of members', seed: seedMemberDetails },
  { name: 'cards', what: 'cards and their orders', seed: seedCards },
  { name: 'passes', what: 'wallet passes', seed: seedPasses },
  { name: 'issued-passes', what: 'digital membership cards', seed: seedIssuedPasses },
  { name: 'saved-reports', what: 'saved reports', seed: seedSavedReports },
  { name: 'messages', what: 'messages', seed: seedMessages },
  { name: 'notices', what: 'notifications', seed: seedNotices },
  { name: 'trail', what: 'audit trail', seed: seedTrail },
  { name: 'trends', what: 'trends', seed: seedTrends },
]

/** Makes the demo data in an empty database; one that has businesses of its own is left alone. */
export async function seedDemo(
  databaseUrl: string,
  log: (line: string) => void,
  driver?: DriverName,
): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 1, driver, patienceMs: 600_000 })
  try {
    for (const step of steps) await database.transaction(noTenant, (tx) => take(tx, step, log))
    await database.transaction(noTenant, keepGoing)
  } finally {
    await database.close()
  }
}

/** What goes with the calendar, at every start of a demo. */
async function keepGoing(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
  if (await tx.maybe(sql`select from demo_step where name = 'events'`)) await keepFestival(tx)
}

async function take(
  tx: Transaction,
  step: (typeof steps)[number],
  log: (line: string) => void,
): Promise<void> {
  // Of several processes that start at once, one makes the data and the others find it made.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
  const done = new Set(
    (await tx.rows<{ name: string }>(sql`select name from demo_step`)).map((row) => row.name),
  )
  if (done.has(step.name)) return
  if (done.size === 0 && (await tx.maybe(sql`select from business limit 1`)) !== null) return
  log(`Making demo data: ${step.what}`)
  // However slow the machine is: it happens once.
  await tx.run(sql`set local statement_timeout = 0`)
  await step.seed(tx)
  await tx.run(sql`insert into demo_step (name) values (${step.name})`)
}
