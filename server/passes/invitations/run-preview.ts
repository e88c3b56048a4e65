import sql from 'sql-template-tag'
import { clubLetter } from '#contract/messaging/club-letter.ts'
import type { MessagePreview } from '#contract/messaging/mass-sending.ts'
import { smsPartsOf } from '#contract/messaging/sms-parts.ts'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import {
  type passInvitationsApi,
  passRunWords,
  type StoredSearch,
} from '#contract/passes/pass-invitations.ts'
import { type PassValues, sampleValues, passValuesOf } from '#contract/passes/pass-tokens.ts'
import { claimPath } from '#contract/patron-paths.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { countWithin } from '#platform/limits'
import { invalid, Refusal } from '#platform/refusals'
import { clubOf } from '#server/business'
import { readMembers } from '#server/members/record'
import { sliceAfter } from '#server/members/search'
import { queueMany } from '#server/messaging'
import { readConfiguration } from '#server/passes/designs'
import { newCouponCode } from './coupon-code.ts'
import { invitationKind, invitationMessage, type Recipient } from './invitation-message.ts'
import { isReachable, passedOver } from './run-count.ts'
import { searched } from './run-record.ts'

// As long as a real one, for its place in a text message. It opens nothing.
const sampleCode = `p-${'sample'.padEnd(22, 'x')}`

/** What somebody would get who would be invited, with their values for those who may read them, and made-up ones for others. */
export async function previewPassInvitation(
  call: Call<typeof passInvitationsApi.previewPassInvitation>,
): Promise<MessagePreview> {
  const { db, who, origin, query } = call
  const { PassConfigurationId, ...search } = query
  const { Name, to } = await lettersFor(db, who, origin.publicUrl(), PassConfigurationId, search)
  const [sms, email] = [to({ channel: 'sms', to: '' }), to({ channel: 'email', to: '' })]
  const { parts, dear } = smsPartsOf(sms.body)
  const { BusinessName, Look } = await clubOf(db)
  const Html = clubLetter({ text: email.body, name: BusinessName, look: Look, logo: Look.LogoUrl })
  return {
    Name,
    Sms: { Text: sms.body, Parts: parts, DearSigns: [...dear] },
    Email: { Subject: email.subject ?? '', Text: email.body, Html },
  }
}

const tries = { kind: 'sending to oneself', most: 20, minutes: 60 }

/** Sends the very message to whoever is about to send it to many. */
export async function tryPassInvitation(
  call: Call<typeof passInvitationsApi.tryPassInvitation>,
): Promise<{ SentTo: string[] }> {
  const { db, who, origin, body } = call
  const { PassConfigurationId, MobileNumber, ...search } = body
  if (!(await countWithin(db, { limit: tries, subject: who.uid })))
    throw new Refusal(429, 'too_many_attempts', passRunWords.manyTries, undefined, tries.minutes * 60)
  const { design, to } = await lettersFor(db, who, origin.publicUrl(), PassConfigurationId, search)
  const recipients: Recipient[] = [
    // Who calls with a key has no address.
    ...(who.email ? [{ channel: 'email' as const, to: who.email }] : []),
    ...(MobileNumber ? [{ channel: 'sms' as const, to: MobileNumber }] : []),
  ]
  if (recipients.length === 0)
    throw invalid(passRunWords.tryNeedsMobile, { MobileNumber: passRunWords.tryNeedsMobile })
  for (const recipient of recipients) {
    const { secret: _, ...message } = to(recipient)
    const subject = message.subject && `Test: ${message.subject}`
    await queueMany(db, recipient.channel, 'soon', [{ ...message, kind: invitationKind, subject }])
  }
  const SentTo = recipients.map((recipient) => recipient.to)
  call.audit({
    record: { kind: 'Digital membership design', id: PassConfigurationId, name: design.DisplayName },
    after: { 'Sent to': SentTo },
  })
  return { SentTo }
}

async function lettersFor(
  db: Queries,
  who: Who,
  address: string,
  designId: string,
  search: StoredSearch,
): Promise<{
  design: PassConfiguration
  Name: string | null
  to: (recipient: Recipient) => ReturnType<typeof invitationMessage>
}> {
  const design = await readConfiguration(db, designId)
  const { BusinessName } = await clubOf(db)
  const real = can(who, 'Member.ReadDetails')
    ? await valuesOfOne(db, who, design, search, BusinessName)
    : null
  const values = real ?? { ...sampleValues, BusinessName }
  return {
    design,
    Name: real && real.FullName,
    to: (recipient) => invitationMessage(design, values, recipient, address + claimPath(sampleCode)),
  }
}

/** The values of somebody who would be invited; of very many members only the first are looked at. */
async function valuesOfOne(
  db: Queries,
  who: Who,
  design: PassConfiguration,
  search: StoredSearch,
  businessName: string,
): Promise<PassValues | null> {
  const { within } = await sliceAfter(db, '')
  const found = await db.maybe<{ id: string }>(sql`
    select m.member_id as id from member m
    where m.business_id = ${db.businessId} and ${within} and ${searched(search, who)}
      and ${passedOver(design)} is null and ${isReachable}
    order by m.member_id limit 1`)
  const [member] = found ? await readMembers(db, [found.id]) : []
  return member ? passValuesOf({ member, businessName, couponCode: newCouponCode(), purseBalance: 0 }) : null
}
