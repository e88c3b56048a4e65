import { useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { listQuery, readQuery, useList, useRead } from '#console/queries.ts'
import { useStream } from '#console/stream.ts'
import { AttendanceNews, attendanceApi } from '#contract/attendance.ts'
import type { AttendanceRow } from '#contract/attendance.ts'

type Page = { Results: AttendanceRow[]; _links: { next?: { href: string } | undefined } }

/** The attendance of an event, which changes while one looks at it. */
export function useLiveAttendance(params: { businessId: string; eventId: string }) {
  const client = useQueryClient()
  const list = useList(attendanceApi.listAttendance, { params })
  const kpi = useRead(attendanceApi.getAttendanceKpi, { params })
  const { isLive } = useStream(
    attendanceApi.watchAttendance,
    { params },
    AttendanceNews,
    ({ Kpi, Newest }) => {
      client.setQueryData(readQuery(attendanceApi.getAttendanceKpi, { params }).queryKey, Kpi)
      client.setQueryData<InfiniteData<Page, string | null>>(
        listQuery(attendanceApi.listAttendance, { params }).queryKey,
        (known) => known && withNewest(known, Newest),
      )
    },
  )
  return { list, kpi, isLive }
}

/** The newest rows take the place of those of their time; what is older stays. */
function withNewest(
  known: InfiniteData<Page, string | null>,
  newest: AttendanceRow[],
): InfiniteData<Page, string | null> {
  const [first, ...rest] = known.pages
  const oldest = newest.at(-1)
  if (!first) return known
  const isOlder = (row: AttendanceRow) =>
    oldest !== undefined && Date.parse(row.ScanDateTime) < Date.parse(oldest.ScanDateTime)
  return {
    ...known,
    pages: [
      { ...first, Results: [...newest, ...first.Results.filter(isOlder)] },
      ...rest.map((page) => ({ ...page, Results: page.Results.filter(isOlder) })),
    ],
  }
}
