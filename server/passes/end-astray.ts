import sql from 'sql-template-tag'
import type { ContactUndoStep } from '#server/members/contacts'
import { auditPass, passName, readPasses } from '#server/passes/issued'

/**
 * Revokes the passes whose last invitation went to a contact that isn't the member's, or that were claimed there: another can be sent,
 * and what is in the purse moves to that.
 */
export const endPassesAstray: ContactUndoStep = async ({ db, who, audit }, { memberId, to, since }) => {
  const astray = await readPasses(
    db,
    sql`and p.pass_id in (
      select pass_id from pass
      where business_id = ${db.businessId} and member_id = ${memberId} and revoked_at is null
        and (invited_at >= ${since} and lower(invited_to) = any(${to}) or lower(claimed_to) = any(${to})))`,
  )
  const reason = 'It was sent to a contact that is not the member’s'
  await db.run(sql`
    update pass set revoked_at = now(), revoked_by_name = ${who.name}, revoke_reason = ${reason}, code_hash = null
    where business_id = ${db.businessId} and pass_id = any(${astray.map(({ InvitationId }) => InvitationId)})`)
  for (const pass of astray)
    audit({
      record: auditPass(pass),
      before: { State: pass.State },
      after: { State: 'Revoked', Reason: reason },
    })
  return astray.map((pass) => `${passName(pass)}: revoked`)
}
