import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { VisitorEntry, VisitorFilters } from '#contract/visitors/visitors.ts'
import type { Who } from '#platform/access'
import { type Queries, wordsOf } from '#platform/database'
import { fewOf, type Needle, type SearchedList } from '#platform/search'
import { fewMembersSeenBy } from '#server/members/few'
import { visibleTo } from '#server/members/record'

type Reader = Pick<Who, 'venues'>

/** The entries `v` with their members `m`, as far as this user sees those, their events `e` and venues `place`. */
export function entriesFor(who: Reader): Sql {
  return sql`visitor_entry v ${joinedFor(who)}`
}

function joinedFor(who: Reader): Sql {
  return sql`
    left join member m on m.business_id = v.business_id and m.member_id = v.member_id ${visibleTo(who)}
    left join event e on e.business_id = v.business_id and e.event_id = v.event_id
    left join venue place on place.business_id = v.business_id and place.venue_no = v.venue_no`
}

/**
 * The condition of the entries that a user sees, as with attendance: who is confined to some venues sees the guests of the
 * members of those, and those who came without a member to one of them.
 */
export function visitsSeenBy(businessId: string, { venues }: Reader): Sql {
  const isSeen = sql`and (m.member_id is not null or (v.member_id is null and v.venue_no = any(${venues})))`
  return sql`v.business_id = ${businessId} ${venues === null ? empty : isSeen}`
}

/** The conditions of the filters, but for the words. */
export function filteredBy({ from, to, kind, venueNo, memberId }: Omit<VisitorFilters, 'q'>): Sql {
  return sql`
    ${from ? sql`and v.day >= ${from}::date` : empty} ${to ? sql`and v.day <= ${to}::date` : empty}
    ${kind ? sql`and v.kind = ${kind}` : empty} ${venueNo ? sql`and v.venue_no = ${venueNo}` : empty}
    ${memberId ? sql`and v.member_id = ${memberId}` : empty}`
}

/** The condition that every word occurs in a name. */
export function named(q: string | undefined): Sql {
  const words = wordsOf(q).map((word) => sql`and ${hasWord(word)}`)
  return words.length > 0 ? join(words, ' ') : empty
}

const hasWord = (word: string) => sql`(position(plain(${word}) in full_name(v.first_name, v.last_name)) > 0
  or position(plain(${word}) in full_name(m.first_name, m.last_name)) > 0)`

/** The register as a list that is searched by words: by the names of visitors, and of the members they came with. */
export function searchedVisits(businessId: string, who: Reader, filters: VisitorFilters): SearchedList {
  // Gathered before they are looked up: joined, a planner who expects many reads the whole register for them.
  const withMember = (members: Sql, { meets, word }: Needle) => sql`
    select y.visit_id from visitor_entry y where y.business_id = ${businessId} and y.member_id = any(array(
      select x.member_id from ${members} x where x.business_id = ${businessId} and ${meets(sql`x.search_text`)}
        and position(${word} in full_name(x.first_name, x.last_name)) > 0))`
  return {
    table: sql`visitor_entry`,
    row: sql`v`,
    id: sql`visit_id`,
    base: sql`v.business_id = ${businessId}`,
    joins: joinedFor(who),
    filter: sql`and ${visitsSeenBy(businessId, who)} ${filteredBy(filters)}`,
    has: hasWord,
    within: ({ meets }) => [
      sql`select x.visit_id from visitor_search x where x.business_id = ${businessId} and ${meets(sql`x.words`)}`,
    ],
    beside: (needle) => [withMember(sql`member_search`, needle), withMember(sql`gone_member_search`, needle)],
  }
}

/** Selects of the ids of the entries with the few members that a user sees, and of the few without one at their venues; or null. */
export async function entriesOfFew(db: Queries, who: Reader): Promise<readonly Sql[] | null> {
  const members = await fewMembersSeenBy(db, who)
  if (!members) return null
  const entries = sql`select x.visit_id as id from visitor_entry x where x.business_id = ${db.businessId}`
  const alone = await fewOf(db, sql`${entries} and x.member_id is null and x.venue_no = any(${who.venues})`)
  return (
    alone && [sql`${entries} and x.member_id = any(${members}::text[])`, sql`select unnest(${alone}::text[])`]
  )
}

/** The name of the member, or null. */
export const memberName = sql`m.first_name || ' ' || m.last_name`

/** An entry as it is read; the member in columns of their own. */
export type EntryRow = Omit<VisitorEntry, 'Host'> & {
  memberId: string | null
  memberName: string | null
  memberNumber: string | null
}

export function visitColumns(isWithSignature: boolean): Sql {
  return sql`
    v.visit_id as "VisitId", v.kind as "Kind", v.first_name as "FirstName", v.last_name as "LastName",
    v.address as "Address", m.member_id as "memberId", ${memberName} as "memberName",
    m.membership_number as "memberNumber", v.host_typed as "HostTyped", v.club_name as "ClubName",
    v.club_number as "ClubNumber", e.event_id as "EventId", e.name as "EventName", place.display_name as "VenueName",
    v.signed_in_at as "SignedInAt", v.day as "Day", v.device_name as "DeviceName", v.actor_name as "SignedInBy",
    v.signature is not null as "IsSigned", ${isWithSignature ? sql`v.signature` : sql`null::text`} as "Signature",
    v.remark as "Remark", v.let_in_reason as "LetInReason", v.left_at as "LeftAt", v.left_by as "LeftSaidBy", v.voided_at as "VoidedAt", v.voided_by as "VoidedBy", v.void_reason as "VoidReason"`
}

export function entryOf({ memberId, memberName: name, memberNumber, ...entry }: EntryRow): VisitorEntry {
  const Host =
    memberId === null ? null : { MemberId: memberId, Name: name ?? '', MembershipNumber: memberNumber }
  return { ...entry, Host }
}
