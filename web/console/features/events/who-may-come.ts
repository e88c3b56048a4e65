import { suspendedStatus } from '#contract/events/door-rules.ts'
import { parseFilter, printFilter } from '#contract/members/member-filter.ts'

type Rules = { readonly MemberFilterQuery: string; readonly LetsSuspendedIn?: boolean | undefined }

/** Whom the door of an event lets in, as a filter query: its own, without those who are suspended unless it says otherwise. */
export function whoMayCome({ MemberFilterQuery, LetsSuspendedIn }: Rules): string {
  if (LetsSuspendedIn) return MemberFilterQuery
  const { filter } = parseFilter(MemberFilterQuery)
  return printFilter([...filter, { name: 'Status', value: suspendedStatus, isExcluded: true }])
}
