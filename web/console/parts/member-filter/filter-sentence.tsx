import { filterInWords } from '#contract/members/member-filter-words.ts'
import type { MemberFilter } from '#contract/members/member-filter.ts'
import { useValueNames } from './filter-values.ts'

/** A filter in words, with the names of its options. */
export function FilterSentence({ filter }: { filter: MemberFilter }) {
  return filterInWords(filter, useValueNames(filter))
}
