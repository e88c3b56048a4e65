import { shortestPassword } from '#contract/access/identity.ts'

/** How good a password looks, from nothing to 4, in a word. The server has the lists, and the last word. */
export type Strength = { readonly level: 0 | 1 | 2 | 3 | 4; readonly word: string }

const levels: readonly Strength[] = [
  { level: 1, word: 'Weak' },
  { level: 2, word: 'Fair' },
  { level: 3, word: 'Good' },
  { level: 4, word: 'Strong' },
]
// What a guesser who knows nothing has to go through, as a power of two, from which each of them holds.
const bitsOf = [0, 45, 60, 80]

/** A first estimate while somebody types: how long it is, of how many kinds of signs, how little repeats. */
export function strengthOf(password: string, known: readonly string[]): Strength {
  if (password.length < shortestPassword) return { level: 0, word: 'Too short' }
  const bare = without(password.toLowerCase(), known)
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const bits = distinctSteps(bare) * (3.2 + kinds * 0.8)
  return levels[bitsOf.findLastIndex((least) => bits >= least)]!
}

/** What is left of it once the names that everybody knows are taken out. */
function without(password: string, known: readonly string[]): string {
  const names = known
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((name) => name.length > 2)
  return names.reduce((left, name) => left.replaceAll(name, ''), password)
}

/** How many of its signs are news: neither the one before again, nor the next of a row like 'abc', '123' or 'cba'. */
function distinctSteps(text: string): number {
  const codes = [...text].map((sign) => sign.codePointAt(0)!)
  const news = codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]!) > 1)
  return Math.min(news.length, new Set(codes).size * 2)
}
