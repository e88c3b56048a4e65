import sql from 'sql-template-tag'
import type { ContactUndoStep } from '#server/members/contacts'

/**
 * Ends the links of the member, the renewals that were begun while they were reached by a contact that isn't theirs, and
 * the proof and the code of every other: whoever gave or got it may have been somebody else.
 */
export const endRenewalsAstray: ContactUndoStep = async ({ db }, { memberId, since }) => {
  const links = await db.run(sql`
    delete from renewal_link where business_id = ${db.businessId} and member_id = ${memberId}`)
  await db.run(sql`
    delete from request_link l using request_session s
    where l.business_id = ${db.businessId} and s.business_id = l.business_id and s.session_id = l.session_id
      and s.member_id = ${memberId} and s.kind = 'Renewal'`)
  const begun = await db.run(sql`
    update request_session set deleted_at = now()
    where business_id = ${db.businessId} and member_id = ${memberId} and kind = 'Renewal'
      and next_step = 'User Started' and started_at >= ${since} and deleted_at is null`)
  const { doubted } = await db.one<{ doubted: number }>(sql`
    select count(*) as doubted from request_session
    where business_id = ${db.businessId} and member_id = ${memberId} and kind = 'Renewal'
      and proven_at is not null and finalised_at is null and deleted_at is null`)
  await db.run(sql`select end_proofs_of(${db.businessId}, array[${memberId}])`)
  return [
    ...(links > 0 ? ['Renewal links: ended'] : []),
    ...(begun > 0 ? ['Renewals that were begun: ended'] : []),
    ...(doubted > 0 ? ['Other renewals: change no details until they are proven anew'] : []),
  ]
}
