import type { InfiniteData } from '@tanstack/react-query'
import type { AttendanceRow } from '#contract/events/attendance.ts'

type Page = { Results: AttendanceRow[]; _links: { next?: { href: string } | undefined } }
/** The pages of a list of who came, as they are kept. */
export type AttendancePages = InfiniteData<Page, string | null>

/**
 * The newest rows take the place of those of their time; what is older stays. Where none of them is known, more may
 * have come than these while there was no connection: then only what is sure stays, and `hasGap` says to ask again.
 */
export function withNewest(
  known: AttendancePages,
  newest: AttendanceRow[],
): { pages: AttendancePages; hasGap: boolean } {
  const [first, ...rest] = known.pages
  const oldest = newest.at(-1)
  if (!first) return { pages: known, hasGap: false }
  const ids = new Set(newest.map(({ ScanId }) => ScanId))
  const hasGap =
    first.Results.length > 0 &&
    !known.pages.some((page) => page.Results.some(({ ScanId }) => ids.has(ScanId)))
  if (hasGap)
    return { pages: { ...known, pages: [{ ...first, Results: newest }], pageParams: [null] }, hasGap }
  const isOlder = (row: AttendanceRow) =>
    oldest !== undefined && Date.parse(row.ScanDateTime) < Date.parse(oldest.ScanDateTime)
  const pages = [
    { ...first, Results: [...newest, ...first.Results.filter(isOlder)] },
    ...rest.map((page) => ({ ...page, Results: page.Results.filter(isOlder) })),
  ]
  return { pages: { ...known, pages }, hasGap }
}
