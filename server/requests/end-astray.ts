import sql from 'sql-template-tag'
import type { ContactUndoStep } from '#server/members'

/** Ends the links and the renewals that were begun while the member was reached by a contact that isn't theirs. */
export const endRenewalsAstray: ContactUndoStep = async ({ db }, { memberId, since }) => {
  const links = await db.run(sql`
    delete from renewal_link where business_id = ${db.businessId} and member_id = ${memberId}`)
  const begun = await db.run(sql`
    update request_session set deleted_at = now()
    where business_id = ${db.businessId} and member_id = ${memberId} and kind = 'Renewal'
      and next_step = 'User Started' and started_at >= ${since} and deleted_at is null`)
  // What was sent in already stays, and changes no details: whoever proved it may have been somebody else.
  const doubted = await db.run(sql`
    update request_session set proven_at = null
    where business_id = ${db.businessId} and member_id = ${memberId} and kind = 'Renewal'
      and proven_at >= ${since} and finalised_at is null and deleted_at is null`)
  return [
    ...(links > 0 ? ['Renewal links: ended'] : []),
    ...(begun > 0 ? ['Renewals that were begun: ended'] : []),
    ...(doubted > 0 ? ['Renewals that were sent in: change no details'] : []),
  ]
}
