import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { timeIsUp } from '#platform/jobs'

/**
 * The order in which forgotten payments are asked about: one of each business, then the next of each, and never the same
 * ones first. Many that nobody can answer for keep no other business's waiting, nor for ever those of their own.
 */
export const fairTurns = sql`row_number() over (partition by business_id order by random()), random()`

/** Does the work for one after the other until the turn is over: a provider that doesn't answer holds up no more than that. */
export function untilTimeIsUp<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const isOver = timeIsUp()
  return oneByOne(items, async (item) => {
    if (!isOver()) await work(item)
  })
}
