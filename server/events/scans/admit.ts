import sql, { empty, type Sql } from 'sql-template-tag'
import { suspendedStatus } from '#contract/events/door-rules.ts'
import type { ScannedMember } from '#contract/events/event-scans.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { closedAt } from '#server/business/standing'
import { closedSomewhere, type DoorEvent } from '#server/events/doors'
import { onlyHolderOf } from '#server/members/codes'
import { visibleTo } from '#server/members/record'
import { filterCondition } from '#server/members/search'
import type { DatedScan } from './dated-scans.ts'
import { birthYearOf, photoIdOf } from './scan-record.ts'

// Chosen by name at a door, which has the member's id in its list.
const namedById = /^~([\w-]{32,})$/

/** The id of the member whom a code names; null for what was read off a card. */
export function memberNamed(code: string): string | null {
  return namedById.exec(code)?.[1] ?? null
}

/** The day of a scan, by the clocks of the event. */
export function dayOfScan({ TimeZoneId }: DoorEvent, { at }: DatedScan): string {
  return zonedTime(at, TimeZoneId).date
}

/** Whether a scan can be admitted by what it says: whose it is as it was read has it, whatever else could be read from it. */
function isPlain({ Code }: DatedScan): boolean {
  return memberNamed(Code) !== null || !Code.startsWith('~')
}

/** Where and for whom doors scan. What they all share may be judged together. */
export type Door = { readonly who: Who; readonly event: DoorEvent; readonly occasion: string }

/**
 * Writes scans down as valid that nothing at all speaks against: one short statement for what doors do all night,
 * committed at once. Whoever is in already is so by an index, which keeps them from being so twice; who is checked out
 * at this moment comes in after that. One that was made without a connection counts at once only where nothing else is
 * known of its member. Waits for nobody, so that no scan waits for another's member. Null for all that takes a closer look:
 * that is `judge`'s, which took twice as long when every scan began with it.
 */
export async function admit(
  tx: Transaction,
  door: Door,
  scans: readonly DatedScan[],
): Promise<(Admitted | null)[]> {
  const plain = scans.filter(
    (scan, place) => isPlain(scan) && scans.findIndex(({ ScanId }) => ScanId === scan.ScanId) === place,
  )
  if (plain.length === 0) return scans.map(() => null)
  const rows = await tx.inOwnCommit<Row>(admission(tx.businessId, door, plain))
  const admitted = new Map(rows.map((row) => [row.scan_id, admittedBy(row)]))
  return scans.map((scan) => (plain.includes(scan) ? (admitted.get(scan.ScanId) ?? null) : null))
}

/** The statement that does so for scans of one kind: all live, or all late. */
function admission(businessId: string, { who, event, occasion }: Door, scans: readonly DatedScan[]): Sql {
  const { isLate } = scans[0]!
  const latest = new Date(Math.max(...scans.map(({ at }) => at.getTime())))
  const at = sql`${latest.toISOString()}::timestamptz`
  return sql`
    with asked as materialized (
      select scan.*, coalesce(scan.named, ${onlyHolderOf(sql`scan.code`, businessId)}) as meant
      from unnest(${scans.map(({ ScanId }) => ScanId)}::text[], ${scans.map(({ Code }) => Code)}::text[],
        ${scans.map(({ Code }) => memberNamed(Code))}::text[], ${scans.map((scan) => toldAs(scan))}::text[],
        ${scans.map((scan) => scan.at.toISOString())}::timestamptz[],
        ${scans.map(({ ScannedAt }) => ScannedAt)}::timestamptz[], ${scans.map(({ DeviceName }) => DeviceName)}::text[])
        as scan(scan_id, code, named, told_as, at, device_time, device_name)
    ), found as (
      select asked.*, e.scan_part, m.member_id, m.first_name as "FirstName", m.last_name as "LastName",
        m.membership_number as "MembershipNumber", m.birth_date as "birthDate",
        coalesce(level.value, m.member_level) as "MemberLevelDescription",
        ${photoIdOf(sql`m.business_id`, sql`m.member_id`)} as "PhotoId"
      from event e cross join asked join member m on m.business_id = e.business_id and m.member_id = asked.meant
      left join option_list_item level
        on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
      where e.business_id = ${businessId} and e.event_id = ${event.id} and e.revision = ${event.revision}
        and e.status <> 'Deleted' and not ${closedSomewhere(businessId, who, sql`e`, at)}
        and ${closedAt(businessId, at)} is null
        and m.deleted_at is null ${visibleTo(who)}
        ${filterCondition(event.filter, sql`${dayOfScan(event, scans[0]!)}::date`)}
        ${event.LetsSuspendedIn ? empty : sql`and m.status is distinct from ${suspendedStatus}`}
        ${isLate ? sql`and not exists (${scansOf(businessId, event)})` : empty}
      for key share of m skip locked
    ), timed as (
      select found.*, scan_time_unless_busy(${businessId}, ${event.id}, member_id, ${occasion}, at, ${!isLate}) as came_at
      from found
    ), stored as (
      insert into event_scan (business_id, event_id, scan_id, member_id, code, result, told_as, occasion, scanned_at,
        device_time, device_name, actor_id, actor_name, event_part)
      select ${businessId}, ${event.id}, scan_id, member_id, code, 'Valid', told_as, ${occasion}, came_at, device_time,
        device_name, ${who.uid}, ${who.name}, scan_part
      from timed where came_at is not null
      on conflict do nothing returning scan_id, scanned_at
    )
    select found.scan_id, "FirstName", "LastName", "MembershipNumber", "birthDate", "MemberLevelDescription", "PhotoId",
      stored.scanned_at as "scannedAt"
    from found join stored on stored.scan_id = found.scan_id`
}

/** What the person was told, or is now. */
function toldAs({ DecidedAs }: DatedScan): string {
  return DecidedAs ?? 'Valid'
}

function admittedBy({ birthDate, scannedAt, scan_id: _, ...member }: Row): Admitted {
  const { FirstName, LastName, MemberLevelDescription, MembershipNumber, PhotoId } = member
  const BirthYear = birthYearOf(birthDate)
  return {
    member: { FirstName, LastName, MemberLevelDescription, MembershipNumber, BirthYear, PhotoId },
    at: new Date(scannedAt),
  }
}

export type Admitted = { readonly member: ScannedMember; readonly at: Date }

type Row = Omit<ScannedMember, 'BirthYear'> & { scan_id: string; birthDate: string | null; scannedAt: string }

/** The scans of the member `m` at an event. */
function scansOf(businessId: string, { id }: DoorEvent): Sql {
  return sql`
    select from event_scan other
    where other.business_id = ${businessId} and other.event_id = ${id} and other.member_id = m.member_id`
}
