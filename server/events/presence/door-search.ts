import sql, { join, type Sql } from 'sql-template-tag'
import {
  type doorSearchApi,
  type FoundGuest,
  mostGuestsCounted,
  mostGuestsFound,
} from '#contract/events/doors/door-search.ts'
import { isOnOrSoon } from '#contract/events/event-times.ts'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import { wordsOf } from '#platform/database'
import { dayIn } from '#platform/days'
import { conflict } from '#platform/refusals'
import { occasionsNow, readOpenEvent, readPublishedEvent, unlessSuspended } from '#server/events/doors'
import { withDescriptions, visibleTo } from '#server/members/record'
import { filterCondition, indexedCondition } from '#server/members/search'
import { membersIn } from './who-is-in.ts'

type Search = Call<typeof doorSearchApi.searchGuests>
type Row = FoundGuest & { found: number }

/** Members of a name who may come, none whom the list of this door doesn't have as well; or who are in, and may leave. */
export async function searchGuests(call: Search) {
  const { db, query } = call
  const meant = await (query.direction === 'Out' ? thoseWhoAreIn(call) : thoseWhoMayCome(call))
  // The index knows numbers and contacts, too, which nobody at a door is to be found by.
  const names = sql`plain(concat_ws(' ', m.first_name, m.last_name, m.preferred_name))`
  const isNamed = join(
    wordsOf(query.q).map((word) => sql`position(plain(${word}) in ${names}) > 0`),
    ' and ',
  )
  db.planFor('its values')
  const rows = await db.rows<Row>(sql`
    with hit as materialized (
      select m.* from ${meant} and ${isNamed} limit ${mostGuestsCounted}
    )
    select m.member_id as "MemberId", m.first_name as "FirstName", m.last_name as "LastName",
      level.value as "MemberLevelDescription", m.membership_number as "MembershipNumber",
      nullif(m.home_address ->> 'Suburb', '') as "Suburb", extract(year from m.birth_date)::int as "BirthYear",
      (select count(*)::int from hit) as found
    from hit m ${withDescriptions}
    order by m.sort_name, m.member_id limit ${mostGuestsFound}`)
  return { Results: rows.map(({ found: _, ...guest }) => guest), Found: rows[0]?.found ?? 0 }
}

async function thoseWhoMayCome({ db, who, params, query }: Search): Promise<Sql> {
  const event = await readOpenEvent(db, who, params.eventId)
  return sql`member_search m
    where m.business_id = ${db.businessId} and ${indexedCondition(query)!} ${visibleTo(who)}
      ${filterCondition(event.filter, dayIn(event.TimeZoneId))} ${unlessSuspended(event)}
      and coalesce(m.membership_number, m.card_number, m.badge_number) is not null`
}

/** Whatever let them in, and also once the event is over. */
async function thoseWhoAreIn({ db, who, params }: Search): Promise<Sql> {
  const event = await readPublishedEvent(db, who, params.eventId)
  const now = rightNow()
  // Whoever was never checked out is found by nobody for good.
  if (!isOnOrSoon(event, now))
    throw conflict('event_not_open', 'The event has been over for more than a day.')
  const isIn = membersIn(db.businessId, who, event.id, occasionsNow(event, now))
  return sql`member m
    where m.business_id = ${db.businessId} and m.member_id in (select inside.member_id from (${isIn}) inside)`
}
