import { z } from 'zod'
import {
  filterNames,
  filterTooLong,
  longestFilter,
  parseFilter,
  printFilter,
} from '#contract/members/member-filter.ts'
import { type Condition, conditionLinesOf, filterOf } from './conditions.ts'

/** A filter while it is worked on, in both its forms: each follows the other. */
export type FilterDraft = { conditions: Condition[]; text: string }

/** The draft of a query, be it right or wrong. */
export function filterDraftOf(text: string): FilterDraft {
  return { conditions: conditionLinesOf(parseFilter(text).filter), text }
}

/** The draft that these conditions make. */
export function draftWith(conditions: Condition[]): FilterDraft {
  return { conditions, text: printFilter(filterOf(conditions)) }
}

/** A draft that can be applied: comes out as its query. */
export const FilterDraft: z.ZodType<string, FilterDraft> = z
  .object({
    conditions: z.array(
      z.object({ name: z.enum(filterNames), isExcluded: z.boolean(), values: z.array(z.string()) }),
    ),
    text: z.string().max(longestFilter, filterTooLong),
  })
  .transform(({ conditions, text }, context) => {
    const { filter, errors } = parseFilter(text)
    for (const { message } of errors) context.addIssue({ code: 'custom', path: ['text'], message })
    for (const [index, { values }] of conditions.entries())
      if (values.every((value) => value === ''))
        context.addIssue({
          code: 'custom',
          path: ['conditions', index],
          message: 'Choose a value, or remove this condition.',
        })
    return printFilter(filter)
  })
