import sql from 'sql-template-tag'
import { eachBusiness } from '#platform/database'
import type { Backstage } from '#server/payments'

/** Forgets what people started and never sent, after 30 days, and the links that have had their time. */
export async function forgetAbandoned({ database }: Backstage): Promise<void> {
  await eachBusiness(
    database,
    async (id) => {
      const db = database.forTenant(id)
      // That there was one is kept, for those who ask for deleted ones; what it said of somebody isn't.
      await db.run(sql`
      update request_session set deleted_at = now(), answers = '{}', display_name = null, email = null, mobile = null,
        link_sent_to = null
      where business_id = ${id} and next_step = 'User Started' and started_at < now() - interval '30 days'
        and deleted_at is null`)
      await db.run(sql`
        delete from request_file f using request_session s
        where f.business_id = ${id} and s.business_id = f.business_id and s.session_id = f.session_id
          and s.deleted_at is not null`)
      // The way out of reminders goes on for a while.
      await db.run(sql`
        delete from renewal_link where business_id = ${id} and expires_at < now()
          and (reminder_id is null or expires_at < now() - interval '60 days')`)
      await db.run(sql`delete from request_link where business_id = ${id} and expires_at < now()`)
    },
    { whileSuspended: 'What is to be forgotten is.' },
  )
}
