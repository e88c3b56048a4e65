import sql, { type Sql } from 'sql-template-tag'
import {
  mostCountedToFallAway,
  type RetentionKind,
  retentionKinds,
} from '#contract/business/retention-words.ts'
import type { Falling, retentionApi } from '#contract/business/retention.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'

/** What would fall away tonight if these were the months: what `let_fall_away` would take, counted as far as anybody asks. */
export async function previewRetention({ db, query }: Call<typeof retentionApi.previewRetention>) {
  const Results: Falling[] = []
  for (const kind of retentionKinds) {
    const months = query[kind]
    if (months === undefined) continue
    const { count, keptFrom } = await countOlder(db, kind, months)
    Results.push({
      Kind: kind,
      Count: Math.min(count, mostCountedToFallAway),
      IsMore: count > mostCountedToFallAway,
      KeptFrom: keptFrom,
    })
  }
  return { Results }
}

/** How many there are; one more than anybody asks for stands for more. And the first day of which all is kept. */
export function countOlder(
  db: Queries,
  kind: RetentionKind,
  months: number,
): Promise<{ count: number; keptFrom: string }> {
  return db.one(sql`
    with span as materialized (select months_ago(${months}) as before)
    select zone_day(coalesce((select business_zone()), 'UTC'), (select before from span)) as "keptFrom",
      (select count(*) from (${older[kind](db.businessId)} limit ${mostCountedToFallAway + 1}) old) as count`)
}

const before = sql`(select before from span)`
const settledBefore = sql`created_at < ${before} and coalesce(sent_at, created_at) < ${before} and state <> 'Queued'`

const older: Readonly<Record<RetentionKind, (businessId: string) => Sql>> = {
  MessageTexts: (businessId) => sql`
    select from outbox_message where business_id = ${businessId} and text_removed_at is null and ${settledBefore}`,
  // Their texts, which fall away first, are younger or gone. Each half has an index of its own.
  Messages: (businessId) => sql`
    select from outbox_message where business_id = ${businessId} and text_removed_at is null and ${settledBefore}
    union all
    select from outbox_message where business_id = ${businessId} and text_removed_at is not null and ${settledBefore}`,
  AuditTrail: (businessId) =>
    sql`select from audit_entry where business_id = ${businessId} and at < ${before}`,
  MemberChanges: (businessId) =>
    sql`select from member_change where business_id = ${businessId} and at < ${before}`,
  CardChanges: (businessId) =>
    sql`select from card_change where business_id = ${businessId} and at < ${before}`,
  EventScans: (businessId) => sql`
    select from event e join event_scan s on s.business_id = e.business_id and s.event_id = e.event_id
    where e.business_id = ${businessId} and (e.kind = 'Entry' or e.end_date < zone_day((select business_zone()), ${before}))
      and s.scanned_at < ${before}`,
  Visitors: (businessId) =>
    sql`select from visitor_entry where business_id = ${businessId} and signed_in_at < ${before}`,
  RequestFiles: (businessId) => sql`
    select from request_file f join request_session s on s.business_id = f.business_id and s.session_id = f.session_id
    where f.business_id = ${businessId} and f.added_at < ${before} and s.finalised_at < ${before}`,
}
