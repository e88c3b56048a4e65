import sql from 'sql-template-tag'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import { passValuesOf } from '#contract/passes/pass-tokens.ts'
import { canResend, type passesApi, type PassToSend } from '#contract/passes/passes.ts'
import { claimPath } from '#contract/patron-paths.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import { businessName } from '#server/business'
import { move, purseOf } from '#server/ledger'
import { type Contact, contactOf, settleContact } from '#server/members/contacts'
import { idsMergedInto, lockMember } from '#server/members/record'
import { queueMany } from '#server/messaging'
import { requireInUse } from '#server/passes/designs'
import { auditPass, type Pass, passName, purseBalance, readPass, readPasses } from '#server/passes/issued'
import { newCouponCode } from './coupon-code.ts'
import { invitationMessage, newPassCode, recipientOfInvitation } from './invitation-message.ts'

export type Inviting = Pick<Call<Endpoint<'POST'>>, 'db' | 'who' | 'audit' | 'origin'>

/** The designs that members can be sent passes of, by name. */
export async function listPassesToSend({ db }: Call<typeof passesApi.listPassesToSend>) {
  const Results = await db.rows<PassToSend>(sql`
    select pass_configuration_id as "PassConfigurationId", display_name as "DisplayName",
      (document ->> 'DependentOnRelatedTwoStepMembershipRequest')::boolean as "IsForNewMembers"
    from pass_configuration where business_id = ${db.businessId} and retired_at is null
    order by lower(display_name), pass_configuration_id`)
  return { Results }
}

/** Sends a member the invitation to a pass, and keeps what was corrected of how they are reached, by those who may. */
export async function inviteToPass(call: Call<typeof passesApi.inviteToPass>): Promise<Pass> {
  const { db, who, params, body } = call
  const member = await lockMember(db, who, params.memberId)
  const design = await designToSend(db, body.PassConfigurationId)
  const contact = contactOf(member, body.Value, body)
  await settleContact(call, 'Correct contact details while inviting', member, body.Value, contact)
  return sendPassInvitation(call, member, design, contact)
}

/** Sends somebody who has just become a member the invitation to a pass, to where they are usually reached. */
export async function inviteNewMember(
  call: Inviting,
  member: Member,
  passConfigurationId: string,
): Promise<void> {
  const design = await designToSend(call.db, passConfigurationId)
  await sendPassInvitation(call, member, design, contactOf(member, member.DefaultContactDetails, {}))
}

/** Gives somebody who has just become a member a pass that a code opens which they have already: nothing is sent. */
export async function issueToNewMember(
  call: Pick<Inviting, 'db' | 'who' | 'audit'>,
  member: Member,
  passConfigurationId: string,
  codeHash: Buffer,
): Promise<void> {
  const { PassConfigurationId: designId } = await designToSend(call.db, passConfigurationId)
  const to = recipientOfInvitation(contactOf(member, member.DefaultContactDetails, {}))?.to ?? ''
  const pass = await readPass(call.db, member.id, await issue(call, member.id, designId, codeHash, to))
  call.audit({ record: auditPass(pass), before: { State: null }, after: { State: pass.State } })
}

/** The design of this id, or the first by name. */
async function designToSend(tx: Transaction, id: string | undefined): Promise<PassConfiguration> {
  const chosen = await tx.maybe<{ id: string }>(sql`
    select pass_configuration_id as id from pass_configuration
    where business_id = ${tx.businessId}
      and case when ${id}::text is null then retired_at is null else pass_configuration_id = ${id} end
    order by lower(display_name), pass_configuration_id limit 1`)
  if (chosen) return requireInUse(tx, chosen.id)
  if (id === undefined)
    throw conflict('no_pass_configuration', 'There is no digital membership card to send: design one first.')
  const sentence = 'Choose a digital membership card there is.'
  throw invalid(sentence, { PassConfigurationId: sentence })
}

/**
 * Sends a locked member the way to their pass of a design. Whoever has one gets it anew: by another code, while the one
 * that was sent before works no more.
 */
export async function sendPassInvitation(
  call: Inviting,
  member: Member,
  design: PassConfiguration,
  contact: Contact,
): Promise<Pass> {
  const { db } = call
  const recipient = recipientOfInvitation(contact)
  if (!recipient)
    throw invalid(messages.cardInvitation.mobileRequired, {
      MobileNumber: messages.cardInvitation.mobileRequired,
      EmailAddress: messages.cardInvitation.emailRequired,
    })
  const { PassConfigurationId: designId } = design
  const [known] = await readPasses(
    db,
    sql`and p.member_id = ${member.id} and p.pass_configuration_id = ${designId} and p.revoked_at is null`,
  )
  const code = newPassCode()
  const passId = known
    ? await sendAgain(db, known, hashOf(code), recipient.to)
    : await issue(call, member.id, designId, hashOf(code), recipient.to)
  const pass = await readPass(db, member.id, passId)
  if (!canResend(pass.State)) throw notInForce(pass)
  if (!known) await inheritPurse(call, pass)
  const values = passValuesOf({
    member,
    businessName: await businessName(db),
    couponCode: pass.CouponCode,
    purseBalance: await purseBalance(db, pass.InvitationId),
  })
  const link = call.origin.publicUrl() + claimPath(code)
  await queueMany(db, recipient.channel, 'soon', [invitationMessage(design, values, recipient, link)])
  call.audit({
    record: auditPass(pass),
    before: { State: known?.State ?? null },
    after: { State: pass.State, 'Invitation to': recipient.to },
  })
  return pass
}

async function issue(
  { db, who }: Pick<Inviting, 'db' | 'who'>,
  memberId: string,
  designId: string,
  codeHash: Buffer,
  to: string,
): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    insert into pass (business_id, pass_configuration_id, member_id, coupon_code, code_hash, invited_to, issued_by_id,
      issued_by_name)
    values (${db.businessId}, ${designId}, ${memberId}, ${newCouponCode()}, ${codeHash}, ${to}, ${who.uid}, ${who.name})
    returning pass_id as id`)
  return id
}

/** Gives a pass another code to be claimed with. One that has expired is valid anew. */
async function sendAgain(tx: Transaction, pass: Pass, codeHash: Buffer, to: string): Promise<string> {
  await tx.run(sql`
    update pass set code_hash = ${codeHash}, invited_to = ${to}, invited_at = now(),
      issued_at = case when ${pass.State === 'Expired'} then now() else issued_at end
    where business_id = ${tx.businessId} and pass_id = ${pass.InvitationId}`)
  return pass.InvitationId
}

function notInForce({ State }: Pass) {
  return conflict(
    'pass_not_in_force',
    State === 'Void'
      ? 'This digital membership card is void as long as the member is not financial.'
      : `This digital membership card is ${State.toLowerCase()}.`,
  )
}

/** What is in the purse of a pass that was revoked, or left with a merged member, goes on to the one that takes its place. */
async function inheritPurse({ db, who }: Inviting, pass: Pass): Promise<void> {
  const former = await readPasses(
    db,
    sql`and p.member_id = any(${idsMergedInto(db.businessId, pass.memberId)})
      and p.pass_configuration_id = ${pass.PromotionId} and p.pass_id <> ${pass.InvitationId}`,
  )
  for (const { InvitationId, Balance } of former)
    if (Balance > 0)
      await move(
        db,
        { kind: 'Pass replaced', actor: who, reference: pass.InvitationId, description: passName(pass) },
        { from: purseOf(InvitationId), to: purseOf(pass.InvitationId), amount: Math.round(Balance * 100) },
      )
}
