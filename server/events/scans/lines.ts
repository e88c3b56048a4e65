/** Does the work of all these, and says what came of each, in their order. */
type Together<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

/** What somebody hears who waits: to do the work of all who wait, or their own alone; or what came of it. */
type Word<Result> = 'lead' | 'alone' | { readonly result: Result }

type Waiting<Item, Result> = { readonly item: Item; readonly tell: (word: Word<Result>) => void }

/**
 * Lines in which one does the work of all who wait: the first begins at once, whoever comes meanwhile waits, and then the next of
 * them takes all the others along. While nobody else comes, nobody waits. Each brings its own way to do the work, with what
 * it has in hands, such as a connection. Where that fails, those who were taken along do their own by themselves.
 */
export function createLines<Item, Result>() {
  /** Those who wait in a line where somebody is at work. */
  const lines = new Map<string, Waiting<Item, Result>[]>()

  const handOn = (line: string) => {
    const next = lines.get(line)!.shift()
    if (next) next.tell('lead')
    else lines.delete(line)
  }

  const lead = async (line: string, item: Item, work: Together<Item, Result>): Promise<Result> => {
    const others = lines.get(line)!.splice(0)
    try {
      const [own, ...rest] = await work([item, ...others.map((each) => each.item)])
      for (const [place, each] of others.entries()) each.tell({ result: rest[place]! })
      return own!
    } catch (error) {
      for (const each of others) each.tell('alone')
      throw error
    } finally {
      handOn(line)
    }
  }

  return async (line: string, item: Item, work: Together<Item, Result>): Promise<Result> => {
    const waiting = lines.get(line)
    if (!waiting) lines.set(line, [])
    const word = waiting
      ? await new Promise<Word<Result>>((tell) => waiting.push({ item, tell }))
      : ('lead' as const)
    if (word === 'lead') return lead(line, item, work)
    if (word === 'alone') return (await work([item]))[0]!
    return word.result
  }
}
