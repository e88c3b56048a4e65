import { useQueryClient } from '@tanstack/react-query'
import { listQuery, readQuery, useList, useRead } from '#console/queries.ts'
import { useStream } from '#console/stream.ts'
import { AttendanceNews, attendanceApi } from '#contract/events/attendance.ts'
import { withNewest, type AttendancePages } from './newest-rows.ts'

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
      const { queryKey } = listQuery(attendanceApi.listAttendance, { params })
      const known = client.getQueryData<AttendancePages>(queryKey)
      if (!known) return
      const { pages, hasGap } = withNewest(known, Newest)
      client.setQueryData<AttendancePages>(queryKey, pages)
      if (hasGap) void client.invalidateQueries({ queryKey })
    },
  )
  return { list, kpi, isLive }
}
