import { invalid } from './refusal.ts'

/**
 * Refuses text that PostgreSQL can't keep, wherever it is in an input: a NUL character, or half of a pair that stands
 * for one character. Each way of writing it would fail with a word of its own, some of them no sooner than in a job.
 */
export function requireStorable(input: unknown): void {
  if (typeof input === 'string') {
    if (!input.isWellFormed() || input.includes('\0'))
      throw invalid('The text has characters that cannot be stored.')
  } else if (Array.isArray(input)) {
    for (const item of input) requireStorable(item)
  } else if (input !== null && typeof input === 'object') {
    for (const value of Object.values(input)) requireStorable(value)
  }
}
