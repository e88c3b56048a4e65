import { z } from 'zod'
import { isBusinessId } from '#platform/database'
import { LedgerSums, MigrationsOf, TableOf } from '#server/backup/archive'

/** The shape of the files that this version writes; it reads no other. */
export const moveFormat = 'hub-business/1'

/** A number that some column has counted to: more digits than a column ever gets to are nobody's. */
export const numberShape = /^\d{1,15}$/

/** What the file of a business says of itself: the last of its entries. */
export const MoveManifest = z.strictObject({
  format: z.literal(moveFormat),
  /** The version of Hub that made it. */
  hub: z.string(),
  /** The moment that all of it is of. */
  takenAt: z.iso.datetime(),
  migrations: MigrationsOf,
  business: z.strictObject({
    id: z.string().refine(isBusinessId),
    name: z.string(),
    abn: z.string(),
    standing: z.string(),
  }),
  /** In the order in which they go in: those that others point to come first. */
  tables: z.array(TableOf).min(1),
  /** The highest number in each column that counts by itself. */
  numbers: z.array(
    z.strictObject({ table: z.string(), column: z.string(), last: z.string().regex(numberShape) }),
  ),
  ledger: LedgerSums,
  /** How many values go along to be sealed anew, and how many nobody could open. */
  sealed: z.strictObject({ count: z.int(), left: z.int() }),
})
export type MoveManifest = z.output<typeof MoveManifest>

/** What isn't a table here, and goes along as one: jobs that wait, and what has to be sealed anew. */
export const jobsTable = {
  schema: 'moved',
  name: 'job',
  columns: ['task', 'payload'],
  isConfined: false,
  isForced: false,
}
export const sealedTable = {
  schema: 'moved',
  name: 'sealed_value',
  columns: ['value'],
  isConfined: false,
  isForced: false,
}
