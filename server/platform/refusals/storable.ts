import { invalid } from './refusal.ts'

/**
 * Refuses text that PostgreSQL can't keep, wherever it is in an input: a NUL character, or half of a pair that stands
 * for one character. Each way of writing it would fail with a word of its own, some of them no sooner than in a job.
 */
export function requireStorable(input: unknown): void {
  const left = [input]
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (typeof value === 'string') {
      if (!value.isWellFormed() || value.includes('\0'))
        throw invalid('The text has characters that cannot be stored.')
    } else if (value !== null && typeof value === 'object') {
      // One by one: there may be more than a call takes arguments.
      for (const part of Object.values(value)) left.push(part)
    }
  }
}
