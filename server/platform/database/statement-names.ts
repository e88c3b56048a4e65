// A statement that comes often is parsed once for each connection. Whether its plan is kept, too, the database decides,
// unless who asks says so (`planFor`): one plan for all values is wrong for some, and made 262 ms of 1 in a search.
const usesBeforeNaming = 3
// Texts are made by code, so there are few of them; lists of varying length make some that never come again.
const mostTexts = 2_000
const mostNames = 500
// A text of such a length is somebody's long filter: kept, a few thousand of them would fill the memory.
const longestText = 20_000
// A statement that nobody has used for so long gives its place to another. Its name is never used again: connections keep
// what they have parsed under it until they end, which all of them do after a while (`longestLifeSeconds`).
const idleMs = 10 * 60_000

type Named = { readonly name: string; usedAt: number }

/** Names the statements worth preparing: the same text has the same name in every connection. */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const named = new Map<string, Named>()
  let count = 0

  const hasPlace = (now: number) => {
    if (named.size < mostNames) return true
    for (const [text, { usedAt }] of named) if (now - usedAt > idleMs) return named.delete(text)
    return false
  }

  return (text) => {
    if (text.length > longestText) return undefined
    const now = Date.now()
    const known = named.get(text)
    if (known) {
      known.usedAt = now
      return known.name
    }
    const times = (uses.get(text) ?? 0) + 1
    if (times < usesBeforeNaming || !hasPlace(now)) {
      if (uses.size >= mostTexts) uses.clear()
      uses.set(text, Math.min(times, usesBeforeNaming - 1))
      return undefined
    }
    uses.delete(text)
    const name = `hub_${count++}`
    named.set(text, { name, usedAt: now })
    return name
  }
}
