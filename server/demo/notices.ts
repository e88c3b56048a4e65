import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/** What happened for the demo's administrator while they were away: an import that is done, and an application they were given. */
export async function seedNotices(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    await tx.run(sql`
      insert into user_notice (business_id, uid, kind, subject_id, told, at)
      select u.business_id, u.uid, 'ImportDone', i.import_id, jsonb_build_object('FileName', i.file_name,
        'Created', i.created, 'Updated', i.updated, 'Refused', i.refused), now() - interval '2 hours'
      from business_user u join member_import i on i.business_id = u.business_id and i.state = 'Done'
      where u.business_id = ${tx.businessId} and u.email = 'admin@harbourside.example'
      order by i.created_at desc limit 1`)
    await tx.run(sql`
      insert into user_notice (business_id, uid, kind, subject_id, told, at)
      select s.business_id, s.assigned_to, 'RequestAssigned', s.session_id,
        jsonb_build_object('Kind', s.kind, 'By', 'Robin Reception'), now() - interval '1 hour'
      from request_session s
      where s.business_id = ${tx.businessId} and s.assigned_to is not null and s.finalised_at is null limit 2`)
  })
}
