import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/** A few visitors at the golf club's championship, one of whom has left. */
export async function seedVisitors(platform: Transaction): Promise<void> {
  await platform.asTenant('valley-golf', async (tx) => {
    await tx.run(sql`
      with host as (
        select member_id from member where business_id = ${tx.businessId} and deleted_at is null and status = 'Active'
        order by membership_number limit 1
      ), come as (
        select v.*, now() - make_interval(mins => v.minutes) as at,
          case v.n when 2 then now() - interval '5 minutes' end as left_at
        from (values
          (1, 'Guest', 'Priya', 'Raman', 'Richmond', 40),
          (2, 'Guest', 'Tom', 'Whitely', 'Hawthorn', 38),
          (3, 'TemporaryMember', 'Lena', 'Fischer', 'Visiting from Geelong', 15)
        ) as v (n, kind, first_name, last_name, address, minutes)
      )
      insert into visitor_entry (business_id, visit_id, event_id, kind, first_name, last_name, address, member_id, signature,
        signed_in_at, day, device_name, actor_id, actor_name, left_at, left_by)
      select ${tx.businessId}, 'demo-visit-' || c.n, e.event_id, c.kind, c.first_name, c.last_name, c.address,
        case c.kind when 'Guest' then (select member_id from host) end, 'M20 60L60 20L90 80L140 30L200 60L260 40',
        c.at, business_day(c.at), 'First tee', 'demo', 'Drew Door', c.left_at,
        case when c.left_at is not null then 'Drew Door' end
      from come c, event e where e.business_id = ${tx.businessId} and e.name = 'Club Championship'`)
  })
}
