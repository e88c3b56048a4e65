import sql, { empty, type Sql } from 'sql-template-tag'
import { suspendedStatus } from '#contract/events/door-rules.ts'
import type { ScannedMember } from '#contract/events/event-scans.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import { readingsOf } from '#contract/values/code-key.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { closedAt } from '#server/business/standing'
import { closedSomewhere, type DoorEvent } from '#server/events/doors'
import { hasCodeAlone } from '#server/members/codes'
import { filterCondition, visibleTo } from '#server/members/search'
import type { DatedScan } from './dated-scans.ts'
import { birthYearOf, photoIdOf } from './scan-record.ts'

// Chosen by name at a door, which has the member's id in its list.
const namedById = /^~([\w-]{32,})$/

/** The id of the member whom a code names; null for what was read off a card. */
export function memberNamed(code: string): string | null {
  return namedById.exec(code)?.[1] ?? null
}

/** The day of a scan, by the clocks of the event. */
export function dayOf({ TimeZoneId }: DoorEvent, { at }: DatedScan): string {
  return zonedTime(at, TimeZoneId).date
}

/** The condition that a code means the member `m` without a doubt; null where that takes a closer look. */
function plainlyMeans(code: string, businessId: string): Sql | null {
  const memberId = memberNamed(code)
  if (memberId !== null) return sql`m.member_id = ${memberId}`
  return code.startsWith('~') || readingsOf(code).length > 1 ? null : hasCodeAlone(code, businessId)
}

/**
 * Writes a scan down as valid, if nothing at all speaks against it: one short statement for what doors do all night,
 * committed at once. Whoever is in already is so by an index, which keeps them from being so twice; who is checked out
 * at this moment comes in after that. One that was made without a connection counts at once only where nothing else is known of its member. Null for all that takes a closer
 * look: that is `judge`'s, which took twice as long when every scan began with it.
 */
export async function admit(
  tx: Transaction,
  who: Who,
  event: DoorEvent,
  scan: DatedScan,
  occasion: string,
): Promise<Admitted | null> {
  const { businessId } = tx
  const isMeant = plainlyMeans(scan.Code, businessId)
  if (!isMeant) return null
  const at = sql`${scan.at.toISOString()}::timestamptz`
  const toldAs = scan.isLate ? (scan.DecidedAs ?? null) : 'Valid'
  const row = await tx.inOwnCommit<Row>(sql`
    with found as (
      select m.member_id, m.first_name as "FirstName", m.last_name as "LastName",
        m.membership_number as "MembershipNumber", m.birth_date as "birthDate",
        coalesce(level.value, m.member_level) as "MemberLevelDescription",
        ${photoIdOf(sql`m.business_id`, sql`m.member_id`)} as "PhotoId"
      from event e join member m on m.business_id = e.business_id
      left join option_list_item level
        on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
      where e.business_id = ${businessId} and e.event_id = ${event.id} and e.revision = ${event.revision}
        and e.status <> 'Deleted' and not ${closedSomewhere(businessId, who, sql`e`, at)}
        and ${closedAt(businessId, at)} is null
        and m.deleted_at is null and ${isMeant} ${visibleTo(who)}
        ${filterCondition(event.filter, sql`${dayOf(event, scan)}::date`)}
        ${event.LetsSuspendedIn ? empty : sql`and m.status is distinct from ${suspendedStatus}`}
        ${scan.isLate ? sql`and not exists (${scansOf(businessId, event)})` : empty}
    ), stored as (
      insert into event_scan (business_id, event_id, scan_id, member_id, code, result, told_as, occasion, scanned_at,
        device_time, device_name, actor_id, actor_name)
      select ${businessId}, ${event.id}, ${scan.ScanId}, found.member_id, ${scan.Code}, 'Valid', ${toldAs}, ${occasion},
        ${timeOf(businessId, event, occasion, scan)}, ${scan.ScannedAt}::timestamptz, ${scan.DeviceName}, ${who.uid}, ${who.name}
      from found
      on conflict do nothing returning scanned_at
    )
    select found.*, stored.scanned_at as "scannedAt" from found, stored`)
  if (!row) return null
  const { FirstName, LastName, MemberLevelDescription, MembershipNumber, PhotoId, birthDate, scannedAt } = row
  const BirthYear = birthYearOf(birthDate)
  const member = { FirstName, LastName, MemberLevelDescription, MembershipNumber, BirthYear, PhotoId }
  return { member, at: new Date(scannedAt) }
}

type Admitted = { readonly member: ScannedMember; readonly at: Date }

type Row = Omit<ScannedMember, 'BirthYear'> & { birthDate: string | null; scannedAt: string }

function timeOf(businessId: string, { id }: DoorEvent, occasion: string, { at, isLate }: DatedScan): Sql {
  return sql`
    scan_time(${businessId}, ${id}, found.member_id, ${occasion}, ${at.toISOString()}::timestamptz, ${!isLate})`
}

/** The scans of the member `m` at an event. */
function scansOf(businessId: string, { id }: DoorEvent): Sql {
  return sql`
    select from event_scan other
    where other.business_id = ${businessId} and other.event_id = ${id} and other.member_id = m.member_id`
}
