import { z } from 'zod'
import { needed } from './needed.ts'

// What takes no ink: joiners, marks of direction, fillers of other scripts. A trail with these alone in it says nothing.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu

/** Why somebody does what others will ask about: of so many characters that can be seen. */
export function reasonOf(least: number, sentence: string) {
  const isSeen = (text: string) => text.replaceAll(unseen, '').trim().length >= least
  return z.string(needed(sentence)).trim().min(least, sentence).max(500).refine(isSeen, sentence)
}
