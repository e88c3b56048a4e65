import { z } from 'zod'
import { incompleteLink } from '#contract/words/link-words.ts'

/** What is secret in a link that was sent to somebody. Whoever opens half of it is told so, not how long it must be. */
export const LinkSecret = z.string(incompleteLink).min(20, incompleteLink).max(100, incompleteLink)
