import sql, { empty, type Sql } from 'sql-template-tag'
import { isOnOrSoon } from '#contract/events/event-times.ts'
import type { PersonIn, whoIsInApi } from '#contract/events/who-is-in.ts'
import { can } from '#platform/access'
import { afterKey, type Call, pageOf, rowsToAsk } from '#platform/call'
import { rightNow } from '#platform/clock'
import { notFound } from '#platform/refusals'
import { countsAt, isInBy, occasionsNow, type OccasionsOn, requireOpenDoor } from '#server/events/doors'
import { readEvent } from '#server/events/record'
import { visibleTo } from '#server/members/search'

type Row = Omit<PersonIn, 'Session'> & { occasion: string; sortName: string }

/**
 * Whom a door let in while it had no connection, and who would have been refused: they count nowhere, and a roll-call
 * must not leave them out. Of the last two days: by no other time the scans of a front door are found among all it ever had.
 */
function letInByOldList(businessId: string, eventId: string, { own, former }: OccasionsOn): Sql {
  const isKnownBetter = sql`
    select from event_scan other
    where other.business_id = s.business_id and other.event_id = s.event_id and other.member_id = s.member_id
      and other.undone_at is null and (other.result = 'Valid' and other.occasion = s.occasion and not other.is_out
        or other.direction = 'Out' and other.scanned_at > s.scanned_at)`
  return sql`
    select s.business_id, s.event_id, s.member_id, s.occasion, max(s.scanned_at), true from event_scan s
    where s.business_id = ${businessId} and s.event_id = ${eventId} and s.scanned_at > now() - interval '2 days'
      and s.occasion = any(${[...own, ...former]}) and s.direction = 'In' and s.told_as in ('Valid', 'Reentry')
      and s.result not in ('Valid', 'Reentry', 'AlreadyIn') and s.undone_at is null and not exists (${isKnownBetter})
    group by 1, 2, 3, 4`
}

/**
 * Who is in at what is on, by name: to be read out where people gather outside. Each stands there once, by the last they
 * came to, also where nobody checked them out of what was before.
 */
export async function listWhoIsIn(call: Call<typeof whoIsInApi.listWhoIsIn>) {
  const { db, who, params, query } = call
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event.id)
  const now = rightNow()
  // Also of one that was closed in the night: people may still be in.
  if (!isOnOrSoon(event, now) && !can(who, 'Event.Manage')) throw notFound('The event')
  const occasions = occasionsNow(event, now, query.sessionId)
  const after = afterKey(call, 'text', 'text')
  const rows = await db.rows<Row>(sql`
    select m.member_id as "MemberId", m.first_name as "FirstName", m.last_name as "LastName",
      m.membership_number as "MembershipNumber", s.occasion, m.sort_name as "sortName", s."IsByOldList",
      coalesce((
        select max(again.scanned_at) from event_scan again
        where again.business_id = s.business_id and again.event_id = s.event_id and again.member_id = s.member_id
          and again.occasion = s.occasion and again.result = 'Reentry' and again.undone_at is null
      ), s.scanned_at) as "Since"
    from (
      select distinct on (member_id) * from (
        select s.business_id, s.event_id, s.member_id, s.occasion, s.scanned_at, false as "IsByOldList" from event_scan s
        where s.business_id = ${db.businessId} and s.event_id = ${event.id} and ${countsAt(occasions)} and ${isInBy(occasions)}
        union all ${letInByOldList(db.businessId, event.id, occasions)}
      ) came order by member_id, scanned_at desc
    ) s join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}
    where true ${after ? sql`and (m.sort_name, m.member_id) > (${after[0]}, ${after[1]})` : empty}
    order by m.sort_name, m.member_id limit ${rowsToAsk(call)}`)
  const sessions = new Map(event.Sessions.map(({ SessionId, Name }) => [SessionId, { SessionId, Name }]))
  const { Results, _links } = pageOf(call, rows, (row) => [row.sortName, row.MemberId])
  return {
    Results: Results.map(({ occasion, sortName: _, ...person }) => ({
      ...person,
      Session: sessions.get(occasion) ?? null,
    })),
    _links,
  }
}
