/** Does the work for each. One that fails keeps no other from its turn: it is told when all have had theirs. */
export async function oneByOne<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw allOf(failures, `${failures.length} of ${items.length}`)
}

/** What went wrong, as one; `many` says how much of how much that is. */
export function allOf(failures: readonly unknown[], many = String(failures.length)): AggregateError {
  const [first] = failures
  const reason = first instanceof Error ? first.message : String(first)
  return new AggregateError(failures, `${many} failed, the first: ${reason}`)
}
