import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { refuse } from './refusals.ts'

// Of 5: what takes a guesser a million tries or fewer.
const lowestScore = 2
// The estimate takes the longer the more there is to look at; what has so much in it is long enough.
const mostExamined = 64

/** Refuses a password that is tried early: a common one, a pattern, or made of what is known about its owner. */
export async function refuseGuessable(password: string, known: readonly string[]): Promise<void> {
  const estimator = await (loading ??= load())
  const { score } = estimator.check(password.normalize('NFKC').slice(0, mostExamined), known.flatMap(partsOf))
  if (score < lowestScore) throw refuse('guessable-password')
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
