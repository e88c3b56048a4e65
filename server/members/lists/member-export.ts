import sql, { join, type Sql } from 'sql-template-tag'
import type { membersApi } from '#contract/members/members.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import { businessZone } from '#platform/days'
import { csvLinesDownload, stampedName } from '#platform/formats'
import { shownPoints, standingColumn, withDescriptions, visibleTo } from '#server/members/record'
import { filterCondition, type KnownSearches, allMembers } from '#server/members/search'

/** The members that a search and a filter leave as a CSV file, by name. */
export async function exportMembers(call: Call<typeof membersApi.exportMembers>, known: KnownSearches) {
  const { db, who, query } = call
  const { q, membershipNumber, filter } = query
  const { query: all, isWalk } = await allMembers(db, known, {
    wanted: { q, membershipNumber },
    columns: join(columnsFor(who)),
    joins,
    visible: visibleTo(who),
    filter: filterCondition(filter),
  })
  const name = stampedName(`members-${db.businessId}`, 'csv', await businessZone(db))
  return csvLinesDownload(name, Object.keys(columns), db.copy(all, { isWalk, isGuarded: true }))
}

/** The columns as the user may read them: all are there, and those of details empty to who may only search. */
function columnsFor(who: Who): Sql[] {
  if (can(who, 'Member.ReadDetails')) return Object.values(columns)
  return Object.entries(columns).map(([name, column]) => (ofTheList.has(name) ? column : sql`null`))
}

const columns: Readonly<Record<string, Sql>> = {
  'Membership No': sql`m.membership_number`,
  'Badge No': sql`m.badge_number`,
  'Card No': sql`m.card_number`,
  Title: sql`m.title`,
  'First Name': sql`m.first_name`,
  'Preferred Name': sql`m.preferred_name`,
  'Middle Name': sql`m.middle_name`,
  'Last Name': sql`m.last_name`,
  'Birth Date': sql`m.birth_date`,
  Gender: sql`m.gender`,
  Status: sql`m.status`,
  Level: sql`coalesce(level.value, m.member_level)`,
  'Membership Type': sql`coalesce(type.value, m.membership_type)`,
  Venue: sql`v.display_name`,
  'Date Joined': sql`m.date_joined`,
  'Date Renewed': sql`m.date_renewed`,
  'Financial Date': sql`m.date_financial`,
  'Points Balance': shownPoints,
  Email: sql`contact ->> 'EmailAddress'`,
  Mobile: sql`contact ->> 'MobileNumber'`,
  Phone: sql`contact ->> 'PhoneNumber'`,
  'Address Line 1': sql`address ->> 'AddressLine1'`,
  'Address Line 2': sql`address ->> 'AddressLine2'`,
  Suburb: sql`address ->> 'Suburb'`,
  State: sql`address ->> 'State'`,
  'Post Code': sql`address ->> 'PostCode'`,
  Country: sql`address ->> 'Country'`,
  // Last, where it moves nothing for those who read the file by its columns.
  Standing: standingColumn,
}

const ofTheList: ReadonlySet<string> = new Set([
  'Membership No',
  'Badge No',
  'First Name',
  'Preferred Name',
  'Last Name',
  'Birth Date',
  'Status',
  'Level',
  'Membership Type',
  'Standing',
  'Financial Date',
])

// Contact and address are the default ones.
const joins = sql`
  join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no
  ${withDescriptions}
  cross join lateral (select
    case m.default_contact when 'Home' then m.home_contact when 'Work' then m.work_contact else m.postal_contact end,
    case m.default_address when 'Home' then m.home_address when 'Work' then m.work_address else m.postal_address end
  ) chosen (contact, address)`
