import type { ZodForm } from '#ui/form/zod-form.ts'

type Fields = Record<string, unknown>

/** A form whose unsaved changes are kept on the device, for whoever comes back to it after the page has gone. */
export type Draft = {
  /** Tells the forms of one page apart. */
  readonly name: string
  /** What the form began with; what differs from it is kept. */
  readonly base: Fields
  readonly values: Fields
  readonly isDirty: boolean
  /** Whether what was sent last has been saved, where the form doesn't begin anew with it. */
  readonly isSaved?: boolean
  /** Of which state of the record the form shows. */
  readonly revision?: string | number | null | undefined
  readonly restore: (changes: Fields) => void
}

/** The draft of a form, of a record in this state if there is one. */
export function formDraftOf<Values extends Fields>(
  name: string,
  { form, isSaved }: Pick<ZodForm<Values>, 'form' | 'isSaved'>,
  revision?: string | number,
): Draft {
  const restore = (changes: Fields) => form.setValues(changes as Partial<Values>)
  return {
    name,
    base: form.getInitialValues(),
    values: form.values,
    isDirty: form.isDirty(),
    isSaved,
    revision,
    restore,
  }
}

/** The fields that differ, as they are now. */
export function changesIn(base: Fields, values: Fields): Fields {
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(base[name])
  return Object.fromEntries(Object.entries(values).filter(isOther))
}

/** Of what was kept, the fields that the form still has, and as what they were: a newer version may have others. */
export function fieldsFor(base: Fields, kept: Fields): Fields {
  const fits = ([name, value]: [string, unknown]) => name in base && isLike(value, base[name])
  return Object.fromEntries(Object.entries(kept).filter(fits))
}

function isLike(value: unknown, other: unknown): boolean {
  if (isNothing(value) || isNothing(other) || kindOf(value) === kindOf(other)) return true
  // A field for a number is '' while it is empty.
  const kinds = [value, other].map((each) => (each === '' ? 'empty' : typeof each))
  return kinds.includes('empty') && kinds.includes('number')
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const isNothing = (value: unknown) => value === null || value === undefined
