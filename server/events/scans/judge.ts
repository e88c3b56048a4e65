import sql, { type Sql } from 'sql-template-tag'
import type { Standing } from '#contract/business/standing.ts'
import type { MemberFacts } from '#contract/events/eligibility.ts'
import type { NewScan, ScannedMember } from '#contract/events/event-scans.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import type { FilterName } from '#contract/members/member-filter.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { closedAt } from '#server/business/standing'
import { closedDoor, type DoorEvent } from '#server/events/doors'
import { hasCode, isAmbiguous } from '#server/members/codes'
import { withDescriptions } from '#server/members/record'
import { visibleTo } from '#server/members/search'
import { factColumns, failedNames } from './eligibility.ts'

/** A scan as it is judged: at the time it was made, and never in the future. */
export type DatedScan = NewScan & { readonly at: Date }

/** The day of a scan, by the clocks of the event. */
export function dayOf({ TimeZoneId }: DoorEvent, { at }: DatedScan): string {
  return zonedTime(at, TimeZoneId).date
}

/** Which member `m` a code means, as a condition, and whether others are meant by it as well. */
export type Meaning = { readonly from: Sql; readonly condition: Sql; readonly isAmbiguous: Sql }

/** What the database says of a scan: whom it means, and whether it was written down as valid at once. */
export type Judgement = MemberFacts &
  ScannedMember & {
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

/** What was scanned before: this very scan, and the one by which its member is in already. */
export type Earlier = {
  readonly isRepeat: boolean
  readonly inScanId: string | null
  readonly inSince: string | null
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
 * `mayEnter` says whether the event's own rules allow it at that time.
 */
export async function judge(
  tx: Transaction,
  who: Who,
  event: DoorEvent,
  scan: DatedScan,
  meaning: Meaning,
  mayEnter: boolean,
): Promise<Judgement | null> {
  const { businessId } = tx
  return tx.inOwnCommit<Judgement>(sql`
    with now_event as (
      select revision, ${closedDoor(businessId, who, sql`event.location`, sql`${scan.at.toISOString()}::timestamptz`)} as closed,
        ${closedAt(businessId, sql`${scan.at.toISOString()}::timestamptz`)} as closed_as
      from event
      where business_id = ${businessId} and event_id = ${event.id} and status <> 'Deleted'
    ), found as materialized (
      select m.member_id, m.first_name, m.last_name, m.deleted_at is null as is_active,
        ${meaning.isAmbiguous} as is_ambiguous, ${factColumns},
        ${failedNames(event.filter, sql`${dayOf(event, scan)}::date`)} as failed
      from ${meaning.from} ${withDescriptions}
      where m.business_id = ${businessId} and ${meaning.condition} ${visibleTo(who)}
      order by m.deleted_at is not null, m.member_id limit 1
    ), stored as (
      insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name,
        actor_id, actor_name)
      select ${businessId}, ${event.id}, ${scan.ScanId}, found.member_id, ${scan.Code}, 'Valid', ${scan.at.toISOString()}::timestamptz,
        ${scan.DeviceName}, ${who.uid}, ${who.name}
      from found, now_event
      where ${mayEnter}::boolean and closed is null and closed_as is null and revision = ${event.revision} and is_active and not is_ambiguous and cardinality(failed) = 0
      on conflict do nothing returning scan_id
    )
    select now_event.revision, now_event.closed as "closedVenues", now_event.closed_as as "closedAs", found.member_id as "memberId", found.first_name as "FirstName",
      found.last_name as "LastName", found.is_active as "isActive", found.is_ambiguous as "isAmbiguous", found.*,
      exists (select from stored) as "isStored"
    from now_event left join found on true`)
}

/** What stands in the way of a scan that wasn't stored. Asked by itself: what doors do all night has no use for it. */
export function earlierScans(
  tx: Transaction,
  eventId: string,
  scanId: string,
  memberId: string | null,
): Promise<Earlier> {
  const ofEvent = sql`s.business_id = ${tx.businessId} and s.event_id = ${eventId}`
  return tx.one(sql`
    select exists (select from event_scan s where ${ofEvent} and s.scan_id = ${scanId}) as "isRepeat",
      counted.scan_id as "inScanId", counted.scanned_at as "inSince"
    from (values (1)) one left join (
      select s.scan_id, s.scanned_at from event_scan s
      where ${ofEvent} and s.member_id = ${memberId} and s.result = 'Valid' and s.undone_at is null
    ) counted on true`)
}
