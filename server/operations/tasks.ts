import { type Database, noTenant } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'
import { beginMonths } from '#server/operations/months'
import { measureSizes } from './sizes.ts'

export function operationsTasks(database: Database): Tasks {
  return {
    measure_sizes: inLane('maintenance', () => measureSizes(database.forTenant(noTenant))),
    begin_months: inLane('maintenance', () => beginMonths(database)),
  }
}

export const operationsSchedule: readonly string[] = [
  // After most of the night's work, so that what has fallen away isn't counted a day longer.
  '13 19 * * * measure_sizes',
  // What wasn't done in an hour, as somebody held a table, is done in the next.
  '3 * * * * begin_months',
]
