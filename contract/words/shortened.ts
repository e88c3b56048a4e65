/** A name that somebody else thought of, as it can be told in a sentence: at no length, and never with half a character. */
export function shortened(name: string, most = 40): string {
  if (name.length <= most) return name
  return `${name.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

// Longer than any name of ours: those stay whole, for the forms find their fields by them.
const longestOfOurs = 60

/** The way to a field, with what somebody else called it told shortly. */
export function shortWay(path: readonly PropertyKey[]): PropertyKey[] {
  return path.map((part) => (typeof part === 'string' ? shortened(part, longestOfOurs) : part))
}
