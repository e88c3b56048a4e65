import sql, { empty } from 'sql-template-tag'
import { isOnOrSoon } from '#contract/events/event-times.ts'
import type { PersonIn, whoIsInApi } from '#contract/events/who-is-in.ts'
import { can } from '#platform/access'
import { afterKey, type Call, pageOf, rowsToAsk } from '#platform/call'
import { rightNow } from '#platform/clock'
import { notFound } from '#platform/refusals'
import { countsAt, isInBy, occasionsNow, requireOpenDoor } from '#server/events/doors'
import { readEvent } from '#server/events/record'
import { visibleTo } from '#server/members/search'

type Row = Omit<PersonIn, 'Session'> & { occasion: string; sortName: string }

/** Who is in at what is on, by name: to be read out where people gather outside. */
export async function listWhoIsIn(call: Call<typeof whoIsInApi.listWhoIsIn>) {
  const { db, who, params, query } = call
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event.id)
  const now = rightNow()
  // Also of one that was closed in the night: people may still be in.
  if (!isOnOrSoon(event, now) && !can(who, 'Event.Manage')) throw notFound('The event')
  const occasions = occasionsNow(event, now, query.sessionId)
  const after = afterKey(call, 'text', 'text', 'text')
  const rows = await db.rows<Row>(sql`
    select m.member_id as "MemberId", m.first_name as "FirstName", m.last_name as "LastName",
      m.membership_number as "MembershipNumber", s.occasion, m.sort_name as "sortName",
      coalesce((
        select max(again.scanned_at) from event_scan again
        where again.business_id = s.business_id and again.event_id = s.event_id and again.member_id = s.member_id
          and again.occasion = s.occasion and again.result = 'Reentry' and again.undone_at is null
      ), s.scanned_at) as "Since"
    from event_scan s join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${event.id} and ${countsAt(occasions)}
      and ${isInBy(occasions)}
      ${after ? sql`and (m.sort_name, m.member_id, s.occasion) > (${after[0]}, ${after[1]}, ${after[2]})` : empty}
    order by m.sort_name, m.member_id, s.occasion limit ${rowsToAsk(call)}`)
  const sessions = new Map(event.Sessions.map(({ SessionId, Name }) => [SessionId, { SessionId, Name }]))
  const { Results, _links } = pageOf(call, rows, (row) => [row.sortName, row.MemberId, row.occasion])
  return {
    Results: Results.map(({ occasion, sortName: _, ...person }) => ({
      ...person,
      Session: sessions.get(occasion) ?? null,
    })),
    _links,
  }
}
