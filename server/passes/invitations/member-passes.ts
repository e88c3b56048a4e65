import sql, { empty } from 'sql-template-tag'
import { canRevoke, type passesApi } from '#contract/passes/passes.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { conflict } from '#platform/refusals'
import { contactOf } from '#server/members/contacts'
import { lockMember, readMember } from '#server/members/record'
import { readConfiguration } from '#server/passes/designs'
import { auditPass, lockPass, type Pass, readPass, readPasses, faceOf } from '#server/passes/issued'
import { sendPassInvitation } from './invite.ts'

/** The passes of a member, newest first. */
export async function listMemberPasses(call: Call<typeof passesApi.listMemberPasses>) {
  const { db, who, params } = call
  const { id } = await readMember(db, who, params.memberId)
  if (isToCount(call))
    return totalOfList(db, sql`pass where business_id = ${db.businessId} and member_id = ${id}`)
  const after = afterKey(call, 'time', 'text')
  const rows = await readPasses(
    db,
    sql`and p.member_id = ${id}
      ${after ? sql`and (p.created_at, p.pass_id) < (${after[0]}, ${after[1]})` : empty}
      order by p.created_at desc, p.pass_id desc limit ${rowsToAsk(call)}`,
  )
  return pageOf(call, rows, (row) => [row.Meta.DateCreated, row.InvitationId])
}

/** One of them, as its member sees it. */
export async function getMemberPass({ db, who, params }: Call<typeof passesApi.getMemberPass>) {
  const member = await readMember(db, who, params.memberId)
  const pass = await readPass(db, member.id, params.invitationId)
  return { ...pass, ...(await faceOf(db, member, pass)) }
}

/** Sends the invitation to a pass once more, to where its member is usually reached. */
export async function resendPassInvitation(call: Call<typeof passesApi.resendPassInvitation>): Promise<Pass> {
  const { db, who, params } = call
  const member = await lockMember(db, who, params.memberId)
  const pass = await lockPass(db, member.id, params.invitationId)
  if (pass.State === 'Revoked')
    throw conflict('pass_revoked', 'This digital membership card was revoked: send a new invitation instead.')
  const design = await readConfiguration(db, pass.PromotionId)
  return sendPassInvitation(call, member, design, contactOf(member, member.DefaultContactDetails, {}))
}

/** Takes a pass back, for good. Wallets are told, and its code opens nothing any more. */
export async function revokePass(call: Call<typeof passesApi.revokePass>): Promise<Pass> {
  const { db, who, params, body } = call
  const member = await readMember(db, who, params.memberId)
  const pass = await lockPass(db, member.id, params.invitationId)
  if (!canRevoke(pass.State))
    throw conflict('pass_revoked', `This digital membership card was revoked by ${pass.RevokedBy} already.`)
  await db.run(sql`
    update pass set revoked_at = now(), revoked_by_name = ${who.name}, revoke_reason = ${body.Reason},
      code_hash = null
    where business_id = ${db.businessId} and pass_id = ${pass.InvitationId}`)
  call.audit({
    record: auditPass(pass),
    before: { State: pass.State },
    after: { State: 'Revoked', Reason: body.Reason },
  })
  return readPass(db, member.id, pass.InvitationId)
}
