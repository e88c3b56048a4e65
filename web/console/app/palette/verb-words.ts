// Fewer letters begin too much.
const shortest = 3

/**
 * What is typed after a verb: 'award 10012' says '10012' of 'Award points to'. Its words may be cut short or left out. Null
 * if the text doesn't begin with the verb.
 */
export function afterVerb(verb: string, text: string): string | null {
  const words = verb.toLowerCase().split(' ')
  const typed = text.trim().split(/\s+/)
  let next = 0
  let taken = 0
  for (const word of typed) {
    const at = words.findIndex((each, index) => index >= next && each.startsWith(word.toLowerCase()))
    if (at === -1 || (taken === 0 && word.length < shortest)) break
    next = at + 1
    taken += 1
  }
  return taken === 0 ? null : typed.slice(taken).join(' ')
}
