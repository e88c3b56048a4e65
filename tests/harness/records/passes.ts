import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { api } from '#contract'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { hashOf } from '#platform/secrets'
import { people, type TestHub } from '#tests/hub.ts'
import { codeFor } from './cards.ts'

const businessId = 'harbourside'
let made = 0

/** A financial member of Harbourside who is new, with a mobile number and an e-mail address of their own. */
export async function newMember(hub: TestHub, fields: object = {}) {
  const number = 70_000_000 + ++made
  const contact = { MobileNumber: `+614${number}`, EmailAddress: `pass${number}@example.org` }
  const { body } = await hub.as(people.admin)(api.createMember, {
    params: { businessId },
    query: { venueId: '1' },
    body: {
      FirstName: 'Pat',
      LastName: `Holder${made}`,
      MembershipType: 'Ordinary',
      DateFinancial: '2099-06-30',
      HomeContactDetails: contact,
      ...fields,
    },
  })
  return { memberId: body.data.id, number: body.data.MembershipNumber!, ...contact }
}

/** Invites a member to the Member Card, unless another is said. */
export function inviteToPass(
  hub: TestHub,
  memberId: string,
  body: z.input<typeof api.inviteToPass.body> = {},
  who: string = people.reception,
) {
  return hub.as(who)(api.inviteToPass, {
    params: { businessId, memberId },
    body: { PassConfigurationId: 'member-card', ...body },
  })
}

/** A key that whoever claims a pass makes up. */
export const newHolderKey = () => `p-${randomBytes(32).toString('base64url')}`

/** A new member with a pass that they have claimed. */
export async function heldPass(hub: TestHub, design = 'member-card', fields: object = {}) {
  const member = await newMember(hub, fields)
  const { body: pass } = await inviteToPass(hub, member.memberId, { PassConfigurationId: design })
  const holderKey = newHolderKey()
  const code = await codeFor(hub, member.MobileNumber)
  const { body: held } = await hub.as(null)(api.claimPass, {
    params: { code },
    body: { HolderKey: holderKey },
  })
  return { ...member, passId: pass.InvitationId, couponCode: pass.CouponCode, code, holderKey, held }
}

/** Claims a pass that was just sent, by a code of the test's own. */
export async function claimInvitation(hub: TestHub, passId: string): Promise<void> {
  const code = newHolderKey()
  await hub.owner.query('update pass set code_hash = $1 where pass_id = $2', [hashOf(code), passId])
  const { status, error } = await hub.as(null)(api.claimPass, {
    params: { code },
    body: { HolderKey: newHolderKey() },
  })
  if (status !== 200) throw new Error(error.ErrorMessage)
}

/** A new member with a pass that has these dollars in its purse, and the transfer that brought them. */
export async function filledPass(hub: TestHub, dollars: number, design = 'member-card') {
  const pass = await heldPass(hub, design)
  return { ...pass, transactionId: await fillPurse(hub, pass, dollars) }
}

/** Gives a member points, and turns them into money in the purse of a pass. */
export async function fillPurse(
  hub: TestHub,
  { memberId, passId }: { memberId: string; passId: string },
  dollars: number,
): Promise<string> {
  const params = { businessId, memberId, pointsTypeId: 'Points' }
  const body = { Note: 'For the test', PointsByDollarValue: dollars, PointsByQuantity: dollars * 100 }
  await hub.as(people.admin)(api.awardPoints, { params, body })
  const filled = await hub.as(people.admin)(api.transferPointsToPass, {
    params: { ...params, invitationId: passId },
    body: { ...body, Description: 'To the digital card' },
  })
  if (filled.status !== 200) throw new Error(filled.error.ErrorMessage)
  return filled.body.TransactionId
}

/** The passes of a member as the console lists them. */
export async function passesOf(hub: TestHub, memberId: string) {
  const { body } = await hub.as(people.reception)(api.listMemberPasses, { params: { businessId, memberId } })
  return body.Results
}

/** Gives a member of `newMember` another name. */
export async function renameMember(hub: TestHub, memberId: string, FirstName: string): Promise<void> {
  const { status, error } = await hub.as(people.admin)(api.updateMember, {
    params: { businessId, memberId },
    body: { FirstName, LastName: 'Holder', MembershipType: 'Ordinary', DateFinancial: '2099-06-30' },
  })
  if (status !== 200) throw new Error(error.ErrorMessage)
}

/** Changes the design of the Member Card. */
export async function redesign(hub: TestHub, changes: Partial<PassDocument>): Promise<void> {
  const params = { businessId, passConfigurationId: 'member-card' }
  const { body: design } = await hub.as(people.admin)(api.getPassConfiguration, { params })
  const body = { ...design, ...changes }
  const { status, error } = await hub.as(people.admin)(api.updatePassConfiguration, { params, body })
  if (status !== 200) throw new Error(error.ErrorMessage)
}
