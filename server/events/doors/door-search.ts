import sql, { join } from 'sql-template-tag'
import {
  type doorSearchApi,
  type FoundGuest,
  mostGuestsCounted,
  mostGuestsFound,
} from '#contract/events/door-search.ts'
import type { Call } from '#platform/call'
import { wordsOf } from '#platform/database'
import { dayIn } from '#platform/days'
import { withDescriptions } from '#server/members/record'
import { filterCondition, indexedCondition, visibleTo } from '#server/members/search'
import { readOpenEvent, unlessSuspended } from './door-event.ts'

type Row = FoundGuest & { found: number }

/** Members of a name who may come: none whom the list of this door doesn't have as well. */
export async function searchGuests({ db, who, params, query }: Call<typeof doorSearchApi.searchGuests>) {
  const event = await readOpenEvent(db, who, params.eventId)
  // The index knows numbers and contacts, too, which nobody at a door is to be found by.
  const names = sql`plain(concat_ws(' ', m.first_name, m.last_name, m.preferred_name))`
  const isNamed = join(
    wordsOf(query.q).map((word) => sql`position(plain(${word}) in ${names}) > 0`),
    ' and ',
  )
  db.planFor('its values')
  const rows = await db.rows<Row>(sql`
    with hit as materialized (
      select m.* from member_search m
      where m.business_id = ${db.businessId} and ${indexedCondition(query)!} and ${isNamed} ${visibleTo(who)}
        ${filterCondition(event.filter, dayIn(event.TimeZoneId))} ${unlessSuspended(event)}
        and coalesce(m.membership_number, m.card_number, m.badge_number) is not null
      limit ${mostGuestsCounted}
    )
    select m.member_id as "MemberId", m.first_name as "FirstName", m.last_name as "LastName",
      level.value as "MemberLevelDescription", m.membership_number as "MembershipNumber",
      nullif(m.home_address ->> 'Suburb', '') as "Suburb", extract(year from m.birth_date)::int as "BirthYear",
      (select count(*)::int from hit) as found
    from hit m ${withDescriptions}
    order by m.sort_name, m.member_id limit ${mostGuestsFound}`)
  return { Results: rows.map(({ found: _, ...guest }) => guest), Found: rows[0]?.found ?? 0 }
}
