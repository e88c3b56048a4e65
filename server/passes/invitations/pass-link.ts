import sql from 'sql-template-tag'
import { passClaimsApi } from '#contract/passes/pass-claims.ts'
import { nobody } from '#platform/access'
import { type Change, recordAudit, type Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { hashOf } from '#platform/secrets'
import { contactForLink } from '#server/members/contacts'
import { readMember } from '#server/members/record'
import { strangerMayCause } from '#server/messaging'
import { readConfiguration } from '#server/passes/designs'
import { isClaimable, noPass, readPasses } from '#server/passes/issued'
import { contactAt, invitationKind, recipientOfInvitation } from './invitation-message.ts'
import { sendPassInvitation } from './invite.ts'

type LinkCall = Call<typeof passClaimsApi.requestPassLink>

/**
 * Sends the holder of a pass a fresh link, when they ask with a code that they had: to where the last one went, unless
 * the member is reached elsewhere by now. One that was never sent is a 404, for the count of guesses; nobody else learns
 * whether there was anything to send.
 */
export async function linkByFormerCode({ db, params, origin, endpoint }: LinkCall): Promise<void> {
  const found = await db.maybe<{ businessId: string; passId: string }>(sql`
    select business_id as "businessId", pass_id as "passId" from pass_former_code
    where code_hash = ${hashOf(params.code)}`)
  if (!found) throw noPass()
  await db.asTenant(found.businessId, async (tx) => {
    if (!(await mayBeSent(tx, found.passId))) return
    const [pass] = await readPasses(tx, sql`and p.pass_id = ${found.passId}`)
    if (!pass || !isClaimable(pass)) return
    const contact = await contactForLink(tx, pass.memberId, contactAt(pass.InvitedTo))
    const recipient = contact && recipientOfInvitation(contact)
    if (!recipient) return
    const message = { kind: invitationKind, to: recipient.to }
    if (!(await strangerMayCause(tx, message, origin.address))) return
    const member = await readMember(tx, nobody, pass.memberId, { isDeletedToo: true })
    const design = await readConfiguration(tx, pass.PromotionId)
    const changes: Change[] = []
    const call = { db: tx, who: nobody, origin, audit: (change: Change) => void changes.push(change) }
    await sendPassInvitation(call, member, design, contact)
    const action = { name: endpoint, title: passClaimsApi.requestPassLink.title }
    await recordAudit(tx, nobody, origin, action, changes)
  })
}

/** False if one was sent a moment ago: nobody's phone is to be filled by somebody who has seen an old link of theirs. */
async function mayBeSent(tx: Transaction, passId: string): Promise<boolean> {
  const marked = await tx.run(sql`
    update pass set link_sent_at = now() where business_id = ${tx.businessId} and pass_id = ${passId}
      and coalesce(link_sent_at < now() - interval '10 minutes', true)`)
  return marked > 0
}
