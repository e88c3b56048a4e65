import type { z } from 'zod'
import { closestIssues } from './closest-issues.ts'
import { inSentences } from './in-sentences.ts'
import { shortWay } from './shortened.ts'

/** What is wrong with an input: the first sentence, and one for each field, by the way to it. */
export type InputFaults = { readonly sentence: string; readonly fields: Record<string, string> }

/** What a schema makes of an input, or what is wrong with it. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { readonly data: z.output<Schema> } | { readonly faults: InputFaults } {
  const parsed = schema.safeParse(input, inSentences)
  if (parsed.success) return { data: parsed.data }
  const issues = closestIssues(parsed.error.issues)
  const fields: Record<string, string> = {}
  // What is about the whole has no field to stand at: it is the sentence, or comes up once the fields are right.
  for (const { path, message } of issues) if (path.length > 0) fields[shortWay(path).join('.')] ??= message
  return { faults: { sentence: issues[0]?.message ?? 'The request is not valid.', fields } }
}
