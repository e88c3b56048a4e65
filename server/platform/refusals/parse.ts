import type { z } from 'zod'
import { closestIssues } from './closest-issues.ts'
import { inputSentence } from './input-words.ts'
import { invalid } from './refusal.ts'
import { requireStorable } from './storable.ts'

/** Parses input or refuses it with the first sentence for people and one for each field. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  requireStorable(input)
  const parsed = schema.safeParse(input, { error: inputSentence })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  const issues = closestIssues(parsed.error.issues)
  for (const issue of issues) fields[issue.path.join('.')] ??= issue.message
  throw invalid(issues[0]?.message ?? 'The input is not valid.', fields)
}
