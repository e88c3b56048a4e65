// A statement that comes often is parsed once for each connection. Whether its plan is kept, too, the database decides,
// unless who asks says so (`planFor`): one plan for all values is wrong for some, and made 262 ms of 1 in a search.
const usesBeforeNaming = 3
// Texts are made by code, so there are few of them; lists of varying length make some that never come again.
const mostTexts = 2_000
const mostNames = 500

/** Names the statements worth preparing: the same text has the same name in every connection. */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= mostNames) return name
    const count = (uses.get(text) ?? 0) + 1
    if (count < usesBeforeNaming) {
      if (uses.size >= mostTexts) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    names.set(text, `hub_${names.size}`)
    return names.get(text)
  }
}
