import sql, { join } from 'sql-template-tag'
import { visitorKindWords, visitorKinds } from '#contract/visitors/visitor-words.ts'
import type { visitorsApi } from '#contract/visitors/visitors.ts'
import type { Call } from '#platform/call'
import { businessZone } from '#platform/days'
import { type TableColumn, tableFile } from '#platform/files'
import { readMember } from '#server/members/record'
import { entriesFor, filteredBy, memberName, named, visitsSeenBy } from './entries.ts'

const kind = sql`case v.kind ${join(
  visitorKinds.map((one) => sql`when ${one} then ${visitorKindWords[one]}`),
  ' ',
)} end`

const columns: readonly TableColumn[] = [
  { name: 'Day', header: 'Day', kind: 'date', value: sql`v.day` },
  { name: 'SignedInAt', header: 'Signed In', kind: 'instant', value: sql`v.signed_in_at` },
  { name: 'Kind', header: 'Kind', kind: 'text', value: kind },
  { name: 'FirstName', header: 'First Name', kind: 'text', value: sql`v.first_name` },
  { name: 'LastName', header: 'Last Name', kind: 'text', value: sql`v.last_name` },
  { name: 'Address', header: 'Address or Suburb', kind: 'text', value: sql`v.address` },
  {
    name: 'Member',
    header: 'Member',
    kind: 'text',
    value: sql`coalesce(${memberName}, nullif(v.host_typed, ''))`,
  },
  { name: 'MembershipNumber', header: 'Membership No', kind: 'text', value: sql`m.membership_number` },
  { name: 'ClubName', header: 'Reciprocal Club', kind: 'text', value: sql`nullif(v.club_name, '')` },
  { name: 'ClubNumber', header: 'Number There', kind: 'text', value: sql`nullif(v.club_number, '')` },
  { name: 'IsSigned', header: 'Signed', kind: 'yes-no', value: sql`v.signature is not null` },
  { name: 'EventName', header: 'Event', kind: 'text', value: sql`e.name` },
  { name: 'VenueName', header: 'Venue', kind: 'text', value: sql`place.display_name` },
  { name: 'SignedInBy', header: 'Signed In By', kind: 'text', value: sql`v.actor_name` },
  { name: 'DeviceName', header: 'Device', kind: 'text', value: sql`v.device_name` },
  { name: 'LeftAt', header: 'Left', kind: 'instant', value: sql`v.left_at` },
  { name: 'Remark', header: 'Remark', kind: 'text', value: sql`v.remark` },
  {
    name: 'LetInReason',
    header: 'Let In Beyond the Capacity Because',
    kind: 'text',
    value: sql`v.let_in_reason`,
  },
  { name: 'VoidReason', header: 'Voided Because', kind: 'text', value: sql`v.void_reason` },
  { name: 'VoidedBy', header: 'Voided By', kind: 'text', value: sql`v.voided_by` },
]

/** The entries that the filters leave as a file, in the order in which people came. */
export async function exportVisitors({ db, who, params, query }: Call<typeof visitorsApi.exportVisitors>) {
  if (query.memberId !== undefined) await readMember(db, who, query.memberId, { isDeletedToo: true })
  return tableFile(db, {
    name: `visitors-${db.businessId}`,
    format: params.format,
    columns,
    from: sql`
      from ${entriesFor(who)} where ${visitsSeenBy(db.businessId, who)} ${filteredBy(query)} ${named(query.q)}
      order by v.day, v.signed_in_at, v.visit_id`,
    timeZone: await businessZone(db),
  })
}
