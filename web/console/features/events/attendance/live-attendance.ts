import { hashKey, useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, listQuery, readQuery, refreshQueries } from '#console/queries.ts'
import { useStream } from '#console/stream.ts'
import { AttendanceNews, attendanceApi } from '#contract/events/attendance.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { withNewest, type AttendancePages } from './newest-rows.ts'

/** Keeps what is read of an event and its attendance as it is now, for as long as it is watched: a stream for the page. */
export function useLiveAttendance(event: HubEvent, isWatched: boolean): { isLive: boolean } {
  const client = useQueryClient()
  const params = { businessId: event.BusinessId, eventId: event.id }
  return useStream(
    attendanceApi.watchAttendance,
    isWatched ? { params } : null,
    AttendanceNews,
    ({ Kpi, Newest, EventStatus }) => {
      client.setQueryData(readQuery(attendanceApi.getAttendanceKpi, { params }).queryKey, Kpi)
      if (EventStatus !== undefined && EventStatus !== event.EventStatus)
        void refreshQueries(client, ['event'])
      const { queryKey } = listQuery(attendanceApi.listAttendance, { params, query: {} })
      // Which of the newest are of one day or session isn't said: these lists are read again.
      void client.invalidateQueries({
        queryKey: queryKeyOf(attendanceApi.listAttendance),
        predicate: (query) => query.queryHash !== hashKey(queryKey),
      })
      const known = client.getQueryData<AttendancePages>(queryKey)
      if (!known) return
      const { pages, hasGap } = withNewest(known, Newest)
      client.setQueryData<AttendancePages>(queryKey, pages)
      if (hasGap) void client.invalidateQueries({ queryKey })
    },
  )
}
