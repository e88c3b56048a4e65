/** Does the work for each. One that fails keeps no other from its turn: it is told when all have had theirs. */
export async function oneByOne<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length === 0) return
  const [first] = failures
  const reason = first instanceof Error ? first.message : String(first)
  throw new AggregateError(failures, `${failures.length} of ${items.length} failed, the first: ${reason}`)
}
