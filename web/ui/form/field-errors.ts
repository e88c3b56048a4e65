import type { z } from 'zod'

/** What is wrong with each field, by its path. */
export type FieldErrors = Record<string, string>

type Refusal = { message?: string; errors?: FieldErrors | undefined }

/** The first message of each field, by its path. */
export function fieldErrors(error: z.ZodError | undefined): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** What a refusal says of fields that the form has, and what is left to be said of it beside them. */
export function readRefusal({ message, errors = {} }: Refusal, values: Record<string, unknown>) {
  const isKnown = ([path]: [string, string]) => Object.hasOwn(values, path.split('.')[0] ?? '')
  const known = Object.fromEntries(Object.entries(errors).filter(isKnown))
  const rest = Object.entries(errors).filter((entry) => !isKnown(entry))
  const sentences = rest.map(([, sentence]) => sentence).join(' ')
  const isAboutFields = Object.keys(known).length > 0
  return { errors: known, failure: sentences || (isAboutFields ? null : (message ?? null)) }
}
