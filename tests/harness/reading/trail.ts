import type { AuditEntry } from '#contract/audit/audit.ts'
import type { TestHub } from '#tests/hub.ts'

export type Entered = [businessId: string, minutesAgo: number, given?: Partial<AuditEntry>, actorId?: string]

/** Writes an entry as the platform would have, some minutes ago; tells its number. */
export async function enterTrail(
  hub: TestHub,
  ...[businessId, minutesAgo, given = {}, actorId = 'x']: Entered
): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title,
       record_kind, record_id, record_name, before, after)
     values ($1, now() - make_interval(mins => $2), $11, $3, '203.0.113.7', 'r', $4, $5, $6, $7, $8, $9, $10)
     returning id`,
    [
      businessId,
      minutesAgo,
      given.ActorName ?? 'Ada Auditor',
      given.Action ?? 'updateVenue',
      given.Title ?? 'Change a venue',
      given.RecordKind ?? 'Venue',
      given.RecordId ?? '7',
      given.RecordName ?? 'Rooftop',
      given.Before === undefined ? { Name: 'Roof' } : given.Before,
      given.After === undefined ? { Name: 'Rooftop' } : given.After,
      actorId,
    ],
  )
  return rows[0]!.id
}
