import sql, { empty } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { usersWhoMay } from '#server/access'

type Changing = { readonly db: Transaction; readonly who: Pick<Who, 'name'> }

/**
 * What is assigned to somebody who has left, or may no longer decide on it, is nobody's again: it would wait for nobody
 * else. All of the business is looked at, or one request; what is decided on stays told as it was.
 */
export async function giveBackRequests({ db, who }: Changing, sessionId?: string): Promise<void> {
  const deciders = await usersWhoMay(db, 'Request.Decide')
  const mayStill = JSON.stringify(deciders.map(({ uid, venueNos }) => ({ uid, venues: venueNos })))
  await db.run(sql`
    with astray as (
      select s.session_id from request_session s
      where s.business_id = ${db.businessId} and s.assigned_to is not null and s.finalised_at is null
        ${sessionId === undefined ? empty : sql`and s.session_id = ${sessionId}`}
        and not exists (
          select from jsonb_to_recordset(${mayStill}::jsonb) as d (uid text, venues text[])
          where d.uid = s.assigned_to and (d.venues = '{}' or s.venue_no = any(d.venues)))
      order by s.session_id for no key update
    ), given_back as (
      update request_session s set assigned_to = null from astray
      where s.business_id = ${db.businessId} and s.session_id = astray.session_id
      returning s.session_id
    )
    insert into request_step (business_id, session_id, step, note, actor_name)
    select ${db.businessId}, session_id, ${assignedStep}, ${toNobody}, ${who.name} from given_back`)
}

export const assignedStep = 'Assigned'
export const toNobody = 'To nobody'
