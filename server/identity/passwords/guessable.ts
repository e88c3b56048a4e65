import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { refuse } from '#server/identity/accounts'

// Of 5: what takes a guesser a million tries or fewer.
const lowestScore = 2
const fewestGuessesOfStem = 100_000
// The estimate takes the longer the more there is to look at; what has so much in it is long enough.
const mostExamined = 64

/** Refuses a password that is tried early: a common one, a pattern, or made of what is known about its owner. */
export async function refuseGuessable(password: string, known: readonly string[]): Promise<void> {
  const estimator = await (loading ??= load())
  const examined = password.normalize('NFKC').slice(0, mostExamined)
  const words = known.flatMap(partsOf)
  // A common word with a year or a sign behind it is what people make of a common word that is refused.
  const stem = examined.replace(/[^\p{L}]{1,6}$/u, '')
  const isGuessable =
    estimator.check(examined, words).score < lowestScore ||
    (stem !== examined && estimator.check(stem, words).guesses < fewestGuessesOfStem)
  if (isGuessable) throw refuse('guessable-password')
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Its lists of words take memory and a moment, so they wait for the first password that is set. */
async function load(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory: Estimator } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs: graphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new Estimator({ dictionary, graphs })
}

/** A name or an address, as it is, part by part, word by word, and without what stands between the words. */
function partsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return [text, ...text.split('@'), ...text.split(/[@.]/), words.join(''), ...words]
}
