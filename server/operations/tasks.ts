import { type Database, noTenant } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'
import { measureSizes } from './sizes.ts'

export function operationsTasks(database: Database): Tasks {
  return { measure_sizes: inLane('maintenance', () => measureSizes(database.forTenant(noTenant))) }
}

/** After most of the night's work, so that what has fallen away isn't counted a day longer. */
export const operationsSchedule: readonly string[] = ['13 19 * * * measure_sizes']
