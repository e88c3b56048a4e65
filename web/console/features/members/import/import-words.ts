import type { DuplicateKind } from '#contract/members/member-imports.ts'

/** What the kinds of duplicates are called. */
export const duplicateKindWords: Record<DuplicateKind, string> = {
  Number: 'Same membership number',
  NameAndBirthDate: 'Same name and birth date',
  Email: 'Same e-mail',
}
