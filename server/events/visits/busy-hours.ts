import sql, { empty, type Sql } from 'sql-template-tag'
import { addDays } from '#contract/events/event-times.ts'
import { type BusyHour, mostBusyDays, type visitsApi } from '#contract/events/visits.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import { invalid } from '#platform/refusals'
import { readEvent } from '#server/events/record'
import { visibleTo } from '#server/members/record'

/** How many came, by hour and day of the week, over a span. What has fallen away is counted with the rest. */
export async function getBusyHours({ db, who, params, query }: Call<typeof visitsApi.getBusyHours>) {
  requireSpan(query)
  const event = await readEvent(db, params.eventId)
  const within = (at: Sql) => sql`${at} >= ${query.from}::date::timestamp at time zone ${event.TimeZoneId}
    and ${at} < ${addDays(query.to, 1)}::date::timestamp at time zone ${event.TimeZoneId}`
  const ofEvent = sql`s.business_id = ${db.businessId} and s.event_id = ${event.id}`
  // By quarters of an hour first, which every zone's clocks go by: a zone is dear to look up for each scan.
  const Hours = await db.rows<BusyHour>(sql`
    select extract(isodow from hour)::integer - 1 as "Weekday", extract(hour from hour)::integer as "Hour",
      sum(scans)::integer as "Count"
    from (
      select quarter at time zone ${event.TimeZoneId} as hour, scans from (
        select date_bin('15 minutes', s.scanned_at, 'epoch') as quarter, count(*) as scans from event_scan s ${ofVisible(who)}
        where ${ofEvent} and ${within(sql`s.scanned_at`)} and s.result = 'Valid' and s.undone_at is null group by 1
        union all
        select s.quarter, s.scans from event_scan_sum s
        where ${ofEvent} and ${within(sql`s.quarter`)} and s.result = 'Valid'
          ${who.venues === null ? empty : sql`and s.venue_no = any(${who.venues})`}
      ) by_quarter
    ) counted group by 1, 2 order by 1, 2`)
  return { Total: Hours.reduce((sum, { Count }) => sum + Count, 0), Hours }
}

function requireSpan({ from, to }: { from: string; to: string }): void {
  if (from > to) throw invalid('The first day is after the last.', { to: 'Choose a day after the first.' })
  if (addDays(from, mostBusyDays) <= to)
    throw invalid('A span can have two years at the most.', { to: 'Choose an earlier day.' })
}

// Users who see all venues need no look at each member: the index has all that is counted.
function ofVisible(who: Pick<Who, 'venues'>): Sql {
  if (who.venues === null) return empty
  return sql`join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}`
}
