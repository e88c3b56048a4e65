import sql, { type Sql } from 'sql-template-tag'
import type { ScanAnswer, ScanResult, ScannedMember } from '#contract/events/event-scans.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { visibleTo } from '#server/members/record'
import type { DatedScan } from './dated-scans.ts'

/** A scan as it is kept. */
export type StoredScan = ScanAnswer & {
  readonly memberId: string | null
  readonly occasion: string
  readonly toldAs: ScanResult | null
  /** Somebody let them in by it, with a reason. */
  readonly isOverridden: boolean
}

type Row = Omit<ScannedMember, 'FirstName'> & { FirstName: string | null } & Omit<StoredScan, 'Member'>

/** The year in which somebody of this birth date was born. */
export function birthYearOf(birthDate: string | null): number | null {
  return birthDate === null ? null : Number(birthDate.slice(0, 4))
}

/** The id of a member's photo, if there is one: the key of a small table has it. */
export function photoIdOf(businessId: Sql, memberId: Sql): Sql {
  return sql`(select p.photo_id from member_photo p where p.business_id = ${businessId} and p.member_id = ${memberId})`
}

/** A scan of an event, or a 404. Whose it is only those are told who see that member. */
export async function readScan(
  db: Queries,
  who: Pick<Who, 'venues'>,
  eventId: string,
  scanId: string,
): Promise<StoredScan> {
  const scan = await findScan(db, who, eventId, scanId)
  if (!scan) throw notFound('The scan')
  return scan
}

/** The same, if there is one. */
export async function findScan(
  db: Queries,
  who: Pick<Who, 'venues'>,
  eventId: string,
  scanId: string,
): Promise<StoredScan | null> {
  const row = await db.maybe<Row>(sql`
    select s.scan_id as "ScanId", s.result as "Result", s.reason as "Reason", s.scanned_at as "ScannedAt",
      s.undone_at is not null as "IsUndone", s.direction as "Direction", s.is_let_in_twice as "IsLetInTwice",
      s.member_id as "memberId", s.occasion, s.told_as as "toldAs",
      s.override_reason is not null as "isOverridden", m.first_name as "FirstName",
      m.last_name as "LastName", coalesce(level.value, m.member_level) as "MemberLevelDescription",
      m.membership_number as "MembershipNumber", extract(year from m.birth_date)::int as "BirthYear", ${photoIdOf(sql`m.business_id`, sql`m.member_id`)} as "PhotoId"
    from event_scan s
    left join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and s.scan_id = ${scanId}`)
  if (!row) return null
  const { FirstName, LastName, MemberLevelDescription, MembershipNumber, BirthYear, PhotoId, ...scan } = row
  const member = { LastName, MemberLevelDescription, MembershipNumber, BirthYear, PhotoId }
  return {
    ...scan,
    ScannedAt: new Date(scan.ScannedAt).toISOString(),
    Member: FirstName === null ? null : { FirstName, ...member },
  }
}

/** What comes of a scan, and of whom it is. */
export type Outcome = {
  readonly result: ScanResult
  readonly reason: string | null
  readonly memberId: string | null
  readonly occasion: string
  readonly isLetInTwice?: boolean
  readonly isOut?: boolean
}

/** Writes down what came of a scan; false if that was done before, or somebody has just come in by another. */
export async function storeScan(
  tx: Transaction,
  who: Who,
  eventId: string,
  scan: DatedScan,
  { result, reason, memberId, occasion, isLetInTwice = false, isOut = false }: Outcome,
): Promise<boolean> {
  // What nobody has been told yet they are told now.
  const toldAs = scan.DecidedAs ?? result
  const stored = await tx.run(sql`
    insert into event_scan (business_id, event_id, scan_id, member_id, code, result, reason, scanned_at, device_name,
      actor_id, actor_name, occasion, direction, told_as, device_time, is_let_in_twice, is_out, event_part)
    values (${tx.businessId}, ${eventId}, ${scan.ScanId}, ${memberId}, ${scan.Code}, ${result}, ${reason},
      ${scan.at.toISOString()}, ${scan.DeviceName}, ${who.uid}, ${who.name}, ${occasion}, ${scan.Direction}, ${toldAs},
      ${scan.ScannedAt}, ${isLetInTwice}, ${isOut},
      (select scan_part from event where business_id = ${tx.businessId} and event_id = ${eventId}))
    on conflict do nothing`)
  return stored > 0
}
