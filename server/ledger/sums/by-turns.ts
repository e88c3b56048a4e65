import sql from 'sql-template-tag'
import { businessesDue, type Database, type Transaction } from '#platform/database'
import { inPieces, type InPieces } from '#platform/jobs'

/** One transaction of a business; null, with nothing done, once another turn of the same job was found at work. */
export type AsOnlyTurn = <Result>(
  businessId: string,
  work: (tx: Transaction) => Promise<Result>,
) => Promise<Result | null>

/**
 * Keeps sums of each business in pieces, in turns. However often the clock begins it, and whatever was left before, one turn is at work:
 * of two the one that finds the other in a piece ends. Nothing is lost with it, as what is to be added stands in the records alone.
 */
export async function keepByTurns(
  database: Database,
  task: string,
  keep: (businessId: string, after: string, alone: AsOnlyTurn) => Promise<string | null>,
  turn: InPieces,
): Promise<void> {
  const alone = asOnlyTurn(database, task)
  const whileSuspended = 'Super administrators read the reports.'
  // When it was due isn't handed on: what is left has one key, whenever it began, and takes the place of what was left before.
  const left = turn.left ?? inAnyOrder(await businessesDue(database, { whileSuspended }))
  const failed = turn.failed ?? []
  await inPieces(
    database,
    task,
    async (businessId, after) => ({ next: await keep(businessId, after, alone) }),
    { left, failed, whileSuspended },
  )
}

// Where the clock begins anew before all have had their turn, it isn't always the same ones who wait.
const inAnyOrder = (businessIds: readonly string[]) =>
  businessIds
    .map((businessId) => ({ businessId, after: '', at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ businessId, after }) => ({ businessId, after }))

// The lock is that of a transaction, as a pooler in between keeps no other: whoever fails to have it has met somebody in the midst of a
// piece, who goes on. So one of two is always left.
function asOnlyTurn(database: Database, task: string): AsOnlyTurn {
  let isAnotherAtWork = false
  return async (businessId, work) => {
    if (isAnotherAtWork) return null
    return database.transaction(businessId, async (tx) => {
      const { isFree } = await tx.one<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${task}, 0)) as "isFree"`,
      )
      isAnotherAtWork = !isFree
      return isFree ? work(tx) : null
    })
  }
}
