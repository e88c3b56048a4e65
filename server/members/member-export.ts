import sql from 'sql-template-tag'
import type { Address, ContactDetails, Member, membersApi } from '#contract/members.ts'
import type { Call } from '#platform/call.ts'
import { type CsvColumn, csvDownload } from '#platform/csv.ts'
import { stampedName } from '#platform/download.ts'
import { filterCondition } from './filter-condition.ts'
import type { KnownSearches } from './known-searches.ts'
import { listColumns, withDescriptions } from './member-record.ts'
import { findMembers, type Found } from './search.ts'
import { visibleTo } from './visible.ts'

/** The members that a search and a filter leave as a CSV file, by name. */
export async function exportMembers(call: Call<typeof membersApi.exportMembers>, known: KnownSearches) {
  return csvDownload(stampedName(`members-${call.db.businessId}`, 'csv'), columns, batchesOf(call, known))
}

type Row = Pick<
  Member,
  | 'MembershipNumber'
  | 'BadgeNumber'
  | 'CardNumber'
  | 'Title'
  | 'FirstName'
  | 'PreferredName'
  | 'MiddleName'
  | 'LastName'
  | 'BirthDate'
  | 'Gender'
  | 'Status'
  | 'MemberLevelDescription'
  | 'MembershipTypeDescription'
  | 'VenueName'
  | 'DateJoined'
  | 'DateRenewed'
  | 'DateFinancial'
  | 'PointsBalance'
> & { contact: ContactDetails | null; address: Address | null }

// Contact and address are the member's default ones.
const columns: readonly CsvColumn<Row>[] = [
  ['Membership No', (row) => row.MembershipNumber],
  ['Badge No', (row) => row.BadgeNumber],
  ['Card No', (row) => row.CardNumber],
  ['Title', (row) => row.Title],
  ['First Name', (row) => row.FirstName],
  ['Preferred Name', (row) => row.PreferredName],
  ['Middle Name', (row) => row.MiddleName],
  ['Last Name', (row) => row.LastName],
  ['Birth Date', (row) => row.BirthDate],
  ['Gender', (row) => row.Gender],
  ['Status', (row) => row.Status],
  ['Level', (row) => row.MemberLevelDescription],
  ['Membership Type', (row) => row.MembershipTypeDescription],
  ['Venue', (row) => row.VenueName],
  ['Date Joined', (row) => row.DateJoined],
  ['Date Renewed', (row) => row.DateRenewed],
  ['Financial Date', (row) => row.DateFinancial],
  ['Points Balance', (row) => row.PointsBalance],
  ['Email', (row) => row.contact?.EmailAddress],
  ['Mobile', (row) => row.contact?.MobileNumber],
  ['Phone', (row) => row.contact?.PhoneNumber],
  ['Address Line 1', (row) => row.address?.AddressLine1],
  ['Address Line 2', (row) => row.address?.AddressLine2],
  ['Suburb', (row) => row.address?.Suburb],
  ['State', (row) => row.address?.State],
  ['Post Code', (row) => row.address?.PostCode],
  ['Country', (row) => row.address?.Country],
]

const exportColumns = sql`
  ${listColumns}, m.card_number as "CardNumber", m.title as "Title", m.middle_name as "MiddleName",
  m.gender as "Gender", v.display_name as "VenueName", m.date_joined as "DateJoined",
  m.date_renewed as "DateRenewed", m.points_balance::float8 as "PointsBalance",
  case m.default_contact when 'Home' then m.home_contact when 'Work' then m.work_contact else m.postal_contact end as contact,
  case m.default_address when 'Home' then m.home_address when 'Work' then m.work_address else m.postal_address end as address`

const withVenue = sql`
  ${withDescriptions} join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no`

// More than a search with few hits has, which is done with one batch then.
const batchSize = 2_500

async function* batchesOf(
  { db, who, query }: Call<typeof membersApi.exportMembers>,
  known: KnownSearches,
): AsyncGenerator<Found<Row>[]> {
  const { q, membershipNumber, filter } = query
  let last: Found<Row> | undefined
  do {
    const rows: Found<Row>[] = await findMembers<Row>(db, known, {
      wanted: { q, membershipNumber },
      columns: exportColumns,
      joins: withVenue,
      visible: visibleTo(who),
      filter: filterCondition(filter),
      after: last ? [last.sortName, last.id] : null,
      limit: batchSize,
    })
    yield rows
    last = rows.length === batchSize ? rows.at(-1) : undefined
  } while (last)
}
