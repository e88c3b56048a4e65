import sql, { join, type Sql } from 'sql-template-tag'
import type { membersApi } from '#contract/members.ts'
import type { OptionListName } from '#contract/option-lists.ts'
import type { Call } from '#platform/call.ts'
import { csvLinesDownload } from '#platform/csv.ts'
import { stampedName } from '#platform/download.ts'
import { filterCondition } from './filter-condition.ts'
import type { KnownSearches } from './known-searches.ts'
import { allMembers } from './search.ts'
import { visibleTo } from './visible.ts'

/** The members that a search and a filter leave as a CSV file, by name. */
export async function exportMembers(call: Call<typeof membersApi.exportMembers>, known: KnownSearches) {
  const { db, who, query } = call
  const { q, membershipNumber, filter } = query
  const { query: all, isWalk } = await allMembers(db, known, {
    wanted: { q, membershipNumber },
    columns: join(Object.values(columns)),
    joins,
    visible: visibleTo(who),
    filter: filterCondition(filter),
  })
  const name = stampedName(`members-${db.businessId}`, 'csv')
  return csvLinesDownload(name, Object.keys(columns), db.copy(all, { isWalk }))
}

const text = (value: Sql): Sql => sql`csv_text(${value})`

const columns: Readonly<Record<string, Sql>> = {
  'Membership No': text(sql`m.membership_number`),
  'Badge No': text(sql`m.badge_number`),
  'Card No': text(sql`m.card_number`),
  Title: text(sql`m.title`),
  'First Name': text(sql`m.first_name`),
  'Preferred Name': text(sql`m.preferred_name`),
  'Middle Name': text(sql`m.middle_name`),
  'Last Name': text(sql`m.last_name`),
  'Birth Date': sql`m.birth_date`,
  Gender: text(sql`m.gender`),
  Status: text(sql`m.status`),
  Level: text(sql`x.level`),
  'Membership Type': text(sql`x.type`),
  Venue: text(sql`v.display_name`),
  'Date Joined': sql`m.date_joined`,
  'Date Renewed': sql`m.date_renewed`,
  'Financial Date': sql`m.date_financial`,
  'Points Balance': sql`m.points_balance`,
  Email: text(sql`x.email`),
  Mobile: text(sql`x.mobile`),
  Phone: text(sql`x.phone`),
  'Address Line 1': text(sql`x.line1`),
  'Address Line 2': text(sql`x.line2`),
  Suburb: text(sql`x.suburb`),
  State: text(sql`x.state`),
  'Post Code': text(sql`x.post_code`),
  Country: text(sql`x.country`),
}

// All descriptions at once, rather than one for each member.
const describe = (list: OptionListName, key: Sql): Sql => sql`
  coalesce((select jsonb_object_agg(key, value) from option_list_item
    where business_id = current_business() and list = ${list}) ->> ${key}, ${key})`

// Contact and address are the default ones. An `offset` keeps what it stands with from being worked out at each use.
const joins = sql`
  join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no
  cross join lateral (
    select ${describe('MemberLevel', sql`m.member_level`)} as level,
      ${describe('MembershipType', sql`m.membership_type`)} as type,
      contact ->> 'EmailAddress' as email, contact ->> 'MobileNumber' as mobile, contact ->> 'PhoneNumber' as phone,
      address ->> 'AddressLine1' as line1, address ->> 'AddressLine2' as line2, address ->> 'Suburb' as suburb,
      address ->> 'State' as state, address ->> 'PostCode' as post_code, address ->> 'Country' as country
    from (select
      case m.default_contact when 'Home' then m.home_contact when 'Work' then m.work_contact else m.postal_contact end,
      case m.default_address when 'Home' then m.home_address when 'Work' then m.work_address else m.postal_address end
      offset 0) chosen (contact, address)
    offset 0
  ) x`
