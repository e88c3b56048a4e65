import sql, { empty, type Sql } from 'sql-template-tag'
import { isOnOrSoon } from '#contract/events/event-times.ts'
import type { PersonIn, whoIsInApi } from '#contract/events/who-is-in.ts'
import type { VisitorKind } from '#contract/visitors/visitor-words.ts'
import { can, type Who } from '#platform/access'
import { afterKey, type Call, pageOf, rowsToAsk } from '#platform/call'
import { rightNow } from '#platform/clock'
import { notFound } from '#platform/refusals'
import { countsAt, isInBy, occasionsNow, type OccasionsOn, visitsNow } from '#server/events/doors'
import { readEvent, requireTheirEntry } from '#server/events/record'
import { visibleTo } from '#server/members/record'
import type { VisitorsIn } from './visitors.ts'

type Row = Omit<PersonIn, 'Session' | 'Visit'> & {
  occasion: string
  sortName: string
  id: string
  visitId: string | null
  kind: VisitorKind | null
  broughtBy: string | null
}

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
 * The members who are in. Each stands there once, by the last they came to, also where nobody checked them out of what was
 * before.
 */
export function membersIn(
  businessId: string,
  who: Pick<Who, 'venues'>,
  eventId: string,
  occasions: OccasionsOn,
): Sql {
  return sql`
    select m.sort_name, m.member_id as id, m.member_id, m.first_name, m.last_name, m.membership_number, s.occasion,
      s.scanned_at as since, s.by_old_list, null as visit_id, null as kind, null as brought_by
    from (
      select distinct on (member_id) * from (
        select s.business_id, s.event_id, s.member_id, s.occasion, s.scanned_at, false as by_old_list from event_scan s
        where s.business_id = ${businessId} and s.event_id = ${eventId} and ${countsAt(occasions)} and ${isInBy(occasions)}
        union all ${letInByOldList(businessId, eventId, occasions)}
      ) came order by member_id, scanned_at desc
    ) s join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}`
}

const whom = { everybody: sql`true`, members: sql`visit_id is null`, visitors: sql`visit_id is not null` }

/** Who is in at what is on, by name, visitors among members: to be read out where people gather outside. */
export async function listWhoIsIn(call: Call<typeof whoIsInApi.listWhoIsIn>, visitorsIn: VisitorsIn) {
  const { db, who, params, query } = call
  const event = await readEvent(db, params.eventId)
  requireTheirEntry(who, event)
  // Also where its venue is closed by now, which may be why it is read out.
  const now = rightNow()
  // Also of one that was closed in the night: people may still be in.
  if (!isOnOrSoon(event, now) && !can(who, 'Event.Manage')) throw notFound('The event')
  const after = afterKey(call, 'text', 'text')
  // When they last came back is asked for those of this page alone.
  const rows = await db.rows<Row>(sql`
    select p.member_id as "MemberId", p.first_name as "FirstName", p.last_name as "LastName",
      p.membership_number as "MembershipNumber", p.by_old_list as "IsByOldList", p.occasion, p.visit_id as "visitId",
      p.kind, p.brought_by as "broughtBy", p.sort_name as "sortName", p.id,
      coalesce((
        select max(again.scanned_at) from event_scan again
        where again.business_id = ${db.businessId} and again.event_id = ${event.id} and again.member_id = p.member_id
          and again.occasion = p.occasion and again.result = 'Reentry' and again.undone_at is null
      ), p.since) as "Since"
    from (
      select * from (
        ${membersIn(db.businessId, who, event.id, occasionsNow(event, now, query.sessionId))}
        union all
        select v.sort_name, v.visit_id, null, v.first_name, v.last_name, null, v.occasion, v.since, false, v.visit_id, v.kind,
          v.brought_by
        from (${visitorsIn(db.businessId, who, event.id, visitsNow(event, now, query.sessionId))}) v
      ) everybody
      where ${whom[query.of ?? 'members']}
        ${after ? sql`and (sort_name, id) > (${after[0]}, ${after[1]})` : empty}
      order by sort_name, id limit ${rowsToAsk(call)}
    ) p order by p.sort_name, p.id`)
  const { Results, _links } = pageOf(call, rows, (row) => [row.sortName, row.id])
  const sessions = new Map(event.Sessions.map(({ SessionId, Name }) => [SessionId, { SessionId, Name }]))
  return { Results: Results.map((row) => personOf(row, sessions.get(row.occasion) ?? null)), _links }
}

function personOf(row: Row, Session: PersonIn['Session']): PersonIn {
  const { occasion: _occasion, sortName: _name, id: _id, visitId, kind, broughtBy, ...person } = row
  const Visit = visitId && kind && { VisitId: visitId, Kind: kind, BroughtBy: broughtBy }
  return { ...person, Session, Visit: Visit || null }
}
