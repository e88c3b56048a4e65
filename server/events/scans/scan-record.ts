import sql from 'sql-template-tag'
import type { ScanAnswer, ScanResult, ScannedMember } from '#contract/events/event-scans.ts'
import { sinceWhen } from '#contract/events/event-times.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { visibleTo } from '#server/members/search'
import type { DatedScan } from './judge.ts'

/** A scan as it is kept. */
export type StoredScan = ScanAnswer & { readonly memberId: string | null }

type Row = Omit<ScannedMember, 'FirstName'> & { FirstName: string | null } & Omit<StoredScan, 'Member'>

/** A scan of an event, or a 404. Whose it is only those are told who see that member. */
export async function readScan(
  db: Queries,
  who: Pick<Who, 'venues'>,
  eventId: string,
  scanId: string,
): Promise<StoredScan> {
  const row = await db.maybe<Row>(sql`
    select s.scan_id as "ScanId", s.result as "Result", s.reason as "Reason", s.scanned_at as "ScannedAt",
      s.undone_at is not null as "IsUndone", s.member_id as "memberId", m.first_name as "FirstName",
      m.last_name as "LastName", coalesce(level.value, m.member_level) as "MemberLevelDescription"
    from event_scan s
    left join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and s.scan_id = ${scanId}`)
  if (!row) throw notFound('The scan')
  const { FirstName, LastName, MemberLevelDescription, ...scan } = row
  return {
    ...scan,
    ScannedAt: new Date(scan.ScannedAt).toISOString(),
    Member: FirstName === null ? null : { FirstName, LastName, MemberLevelDescription },
  }
}

export type Outcome = { result: ScanResult; reason: string | null; memberId: string | null }

/** Writes down what came of a scan; false if that was done before, or somebody has just come in by another. */
export async function storeScan(
  tx: Transaction,
  who: Who,
  eventId: string,
  scan: DatedScan,
  { result, reason, memberId }: Outcome,
): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into event_scan (business_id, event_id, scan_id, member_id, code, result, reason, scanned_at, device_name,
      actor_id, actor_name)
    values (${tx.businessId}, ${eventId}, ${scan.ScanId}, ${memberId}, ${scan.Code}, ${result}, ${reason},
      ${scan.at.toISOString()}, ${scan.DeviceName}, ${who.uid}, ${who.name})
    on conflict do nothing`)
  return stored > 0
}

type Zoned = { readonly id: string; readonly TimeZoneId: string }

/** Makes all scans of a member that could count duplicates of one at this time. */
export async function makeDuplicates(
  tx: Transaction,
  event: Zoned,
  memberId: string,
  since: Date,
): Promise<void> {
  await tx.run(sql`
    update event_scan set result = 'AlreadyIn', reason = ${sinceWhen(since, event.TimeZoneId, new Date())}
    where business_id = ${tx.businessId} and event_id = ${event.id} and member_id = ${memberId}
      and result in ('Valid', 'AlreadyIn') and undone_at is null`)
}
