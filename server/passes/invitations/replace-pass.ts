import sql from 'sql-template-tag'
import { lossInWords } from '#contract/cards/card-replacement.ts'
import { canReplacePass, type passReplacementApi } from '#contract/passes/pass-replacement.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { contactOf } from '#server/members/contacts'
import { lockMember } from '#server/members/record'
import { readConfiguration } from '#server/passes/designs'
import { auditPass, lockPass, type Pass, readPass } from '#server/passes/issued'
import { sendPassInvitation } from './invite.ts'

/**
 * Takes the pass of a lost phone back and sends another of its design, with what is in the purse. Wallets are told of the
 * old one, and its code opens nothing any more.
 */
export async function replacePass(call: Call<typeof passReplacementApi.replacePass>): Promise<Pass> {
  const { db, who, params, body } = call
  const member = await lockMember(db, who, params.memberId)
  const pass = replaceable(await lockPass(db, member.id, params.invitationId))
  const reason = lossInWords(body)
  await db.run(sql`
    update pass set revoked_at = now(), revoked_by_name = ${who.name}, revoke_reason = ${reason}, code_hash = null
    where business_id = ${db.businessId} and pass_id = ${pass.InvitationId}`)
  call.audit({
    record: auditPass(pass),
    before: { State: pass.State },
    after: { State: 'Revoked', Reason: reason, Replacement: 'A new invitation' },
  })
  const design = await readConfiguration(db, pass.PromotionId)
  const contact = contactOf(member, member.DefaultContactDetails, {})
  const sent = await sendPassInvitation(call, member, design, contact)
  await continueFrom(db, pass, sent)
  return readPass(db, member.id, sent.InvitationId)
}

function replaceable(pass: Pass): Pass {
  if (canReplacePass(pass.State)) return pass
  throw conflict('pass_not_replaceable', sentences[pass.State as keyof typeof sentences])
}

const sentences = {
  Invited: 'Nobody has claimed this digital membership card yet: send its invitation again instead.',
  Void: 'This digital membership card is void, and works nowhere: it can be replaced once the member is financial again.',
  Revoked: 'This digital membership card was revoked already: send a new invitation instead.',
}

/** Lets the new pass go on where the old one was: used as often, and valid as long unless that was over. */
async function continueFrom(tx: Transaction, old: Pass, { InvitationId }: Pass): Promise<void> {
  await tx.run(sql`
    update pass p set usage_count = o.usage_count,
      issued_at = case when ${old.State === 'Active'} then o.issued_at else p.issued_at end
    from pass o
    where p.business_id = ${tx.businessId} and p.pass_id = ${InvitationId}
      and o.business_id = p.business_id and o.pass_id = ${old.InvitationId}`)
}
