import sql, { type Sql } from 'sql-template-tag'
import type { Standing } from '#contract/business/standing.ts'
import { suspendedStatus } from '#contract/events/door-rules.ts'
import type { MemberFacts } from '#contract/events/eligibility.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import type { FilterName } from '#contract/members/member-filter.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { closedAt } from '#server/business/standing'
import { closedDoor, type DoorEvent } from '#server/events/doors'
import { hasCode, isAmbiguous } from '#server/members/codes'
import { withDescriptions } from '#server/members/record'
import { visibleTo } from '#server/members/search'
import type { DatedScan } from './dated-scans.ts'
import { factColumns, failedNames } from './eligibility.ts'
import { photoIdOf } from './scan-record.ts'

/** The day of a scan, by the clocks of the event. */
export function dayOf({ TimeZoneId }: DoorEvent, { at }: DatedScan): string {
  return zonedTime(at, TimeZoneId).date
}

/** Which member `m` a code means, as a condition, and whether others are meant by it as well. */
export type Meaning = { readonly from: Sql; readonly condition: Sql; readonly isAmbiguous: Sql }

/** What the database says of a scan: whom it means, and whether it was written down as valid at once. */
export type Judgement = MemberFacts & {
  readonly FirstName: string
  readonly LastName: string
  readonly MembershipNumber: string | null
  readonly PhotoId: string | null
  readonly revision: number
  /** The venues that the door stands at, if they were closed when it was scanned. */
  readonly closedVenues: readonly string[] | null
  /** How the business stands, if it is closed and was when it was scanned. */
  readonly closedAs: Exclude<Standing, 'Open'> | null
  readonly memberId: string | null
  readonly isActive: boolean
  readonly isAmbiguous: boolean | null
  readonly failed: FilterName[]
  readonly isStored: boolean
}

/** How a scan is looked at. */
export type Question = {
  readonly meaning: Meaning
  readonly occasion: string
  /** Whether the event's own rules allow it at that time, and it can count at once. */
  readonly mayEnter: boolean
}

// Chosen by name at a door, which has the member's id in its list.
const namedById = /^~([\w-]{32,})$/
// The same at a door that has not been opened again since the former version: it knows the hash of a code.
const namedByHash = /^~([\w-]{12})$/

/** A member and nobody else. */
export function meaningOfMember(memberId: string): Meaning {
  return { from: sql`member m`, condition: sql`m.member_id = ${memberId}`, isAmbiguous: sql`false` }
}

/** What a code can mean: a membership, card or badge number, whatever its capitals and spaces. */
export function meaningOf(code: string, businessId: string): Meaning {
  const memberId = namedById.exec(code)?.[1]
  if (memberId !== undefined) return meaningOfMember(memberId)
  const hash = namedByHash.exec(code)?.[1]
  if (hash !== undefined)
    return {
      // The view, because the index of a function is out of reach under row-level security.
      from: sql`member_search m`,
      condition: sql`door_name(m.business_id, m.membership_number, m.card_number, m.badge_number) = ${hash}`,
      isAmbiguous: sql`false`,
    }
  return {
    from: sql`member m`,
    condition: hasCode(code, businessId),
    isAmbiguous: isAmbiguous(code, businessId),
  }
}

/**
 * Looks up whom a scan means and, if nothing speaks against it, writes it down as valid: one statement for what doors
 * do all night, committed at once. Whoever is in already is so by an index, which keeps them from being so twice.
 * One that was made without a connection counts at once only where nothing else is known of its member.
 */
export async function judge(
  tx: Transaction,
  who: Who,
  event: DoorEvent,
  scan: DatedScan,
  { meaning, occasion, mayEnter }: Question,
): Promise<Judgement | null> {
  const { businessId } = tx
  const toldAs = scan.isLate ? (scan.DecidedAs ?? null) : 'Valid'
  const at = sql`${scan.at.toISOString()}::timestamptz`
  return tx.inOwnCommit<Judgement>(sql`
    with now_event as (
      select revision, ${closedDoor(businessId, who, sql`event`, at)} as closed,
        ${closedAt(businessId, at)} as closed_as
      from event
      where business_id = ${businessId} and event_id = ${event.id} and status <> 'Deleted'
    ), found as materialized (
      select m.member_id, m.first_name, m.last_name, m.membership_number, m.deleted_at is null as is_active,
        ${meaning.isAmbiguous} as is_ambiguous, ${factColumns},
        ${failedNames(event.filter, sql`${dayOf(event, scan)}::date`)} as failed
      from ${meaning.from} ${withDescriptions}
      where m.business_id = ${businessId} and ${meaning.condition} ${visibleTo(who)}
      order by m.deleted_at is not null, m.member_id limit 1
    ), stored as (
      insert into event_scan (business_id, event_id, scan_id, member_id, code, result, told_as, occasion, scanned_at,
        device_time, device_name, actor_id, actor_name)
      select ${businessId}, ${event.id}, ${scan.ScanId}, found.member_id, ${scan.Code}, 'Valid', ${toldAs}, ${occasion}, ${at},
        ${scan.ScannedAt}::timestamptz, ${scan.DeviceName}, ${who.uid}, ${who.name}
      from found, now_event
      where ${mayEnter}::boolean and closed is null and closed_as is null and revision = ${event.revision} and is_active
        and not is_ambiguous and cardinality(failed) = 0
        and (${event.LetsSuspendedIn}::boolean or found."Status" is distinct from ${suspendedStatus})
        and (not ${scan.isLate}::boolean or not exists (
          select from event_scan other where other.business_id = ${businessId} and other.event_id = ${event.id}
            and other.member_id = found.member_id))
      on conflict do nothing returning scan_id
    )
    select now_event.revision, now_event.closed as "closedVenues", now_event.closed_as as "closedAs", found.member_id as "memberId", found.first_name as "FirstName",
      found.last_name as "LastName", found.membership_number as "MembershipNumber", found.is_active as "isActive", found.is_ambiguous as "isAmbiguous", found.*,
      ${photoIdOf(sql`${businessId}`, sql`found.member_id`)} as "PhotoId",
      exists (select from stored) as "isStored"
    from now_event left join found on true`)
}
