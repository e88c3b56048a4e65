import { z } from 'zod'
import { Reason } from '#contract/cards/cards.ts'
import { countedPage, countedPaging, endpoint, may, mayAny } from '#contract/endpoint.ts'
import { InvitationContact, requireContact } from '#contract/members/invitation-contact.ts'
import { Place } from '#contract/members/member-fields.ts'
import { PassDocument } from './pass-document.ts'
import { PassImage } from './pass-images.ts'

const path = '/api/cherrypay/v1/{businessId}/members/{memberId}'
const readAccess = may('Member.ReadDetails')
const inviteAccess = may('Member.InviteToApp')

export const passStates = ['Invited', 'Active', 'Revoked', 'Expired', 'Void'] as const
export const PassState = z.enum(passStates)
export type PassState = z.infer<typeof PassState>

/** True for a pass whose invitation can be sent again; one that has expired is then valid anew. */
export function canResend(state: PassState): boolean {
  return state === 'Invited' || state === 'Active' || state === 'Expired'
}

/** True for a pass that can be taken back: every one that hasn't been. */
export function canRevoke(state: PassState): boolean {
  return state !== 'Revoked'
}

const at = z.iso.datetime().nullable()

/** A digital membership card of a member. */
export const MemberPass = z.object({
  PassType: z.literal('DigitalMembershipCard'),
  InvitationId: z.string(),
  /** The pass configuration it is made by. */
  PromotionId: z.string(),
  DisplayName: z.string(),
  /** What doors know it by. */
  CouponCode: z.string(),
  /** The picture on its front; null where the design has none. */
  PassPreviewImageUrl: z.string().nullable(),
  State: PassState,
  UsageCount: z.number().int(),
  /** How often it may be used; null for as often as its member likes. */
  UsageLimit: z.number().int().nullable(),
  /** The money in its purse. */
  Balance: z.number(),
  /** The number or address the last invitation went to. */
  InvitedTo: z.string(),
  DateInvited: z.iso.datetime(),
  DateClaimed: at,
  DateExpires: at,
  DateRevoked: at,
  RevokedBy: z.string().nullable(),
  RevokeReason: z.string().nullable(),
  IssuedByUser: z.string(),
  Meta: z.object({ DateCreated: z.iso.datetime() }),
})
export type MemberPass = z.infer<typeof MemberPass>

/** The design of a pass with its member's own values, and its pictures. */
export const PassFace = z.object({ Document: PassDocument, Images: z.array(PassImage) })
export type PassFace = z.infer<typeof PassFace>

/** A design that members can be sent passes of. */
export const PassToSend = z.object({
  PassConfigurationId: z.string(),
  DisplayName: z.string(),
  /** True if it is meant for those whose application has just been accepted. */
  IsForNewMembers: z.boolean(),
})
export type PassToSend = z.infer<typeof PassToSend>

export const PassInvitation = InvitationContact.extend({
  /** Which of the member's contact details it goes to. */
  Value: Place.default('Home'),
  /** Without one, the first design by name. */
  PassConfigurationId: z.string().max(100).optional(),
})

/** What people fill in to send the invitation. */
export const PassInvitationFields = InvitationContact.extend({
  MemberContactDetailsType: Place,
}).superRefine(requireContact)

export const passesApi = {
  /** Newest first. */
  listMemberPasses: endpoint({
    method: 'GET',
    path: `${path}/passes`,
    title: 'Digital membership cards of a member',
    access: readAccess,
    shows: ['pass'],
    query: z.object(countedPaging),
    output: countedPage(MemberPass),
  }),
  getMemberPass: endpoint({
    method: 'GET',
    path: `${path}/passes/{invitationId}`,
    title: 'A digital membership card',
    access: readAccess,
    shows: ['pass'],
    output: MemberPass.extend(PassFace.shape),
  }),
  listPassesToSend: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/passes-to-send',
    title: 'The digital membership cards that members can be sent',
    access: mayAny(['Member.ReadDetails', 'Member.InviteToApp', 'Message.Send']),
    shows: ['passDesign'],
    output: z.object({ Results: z.array(PassToSend) }),
  }),
  inviteToPass: endpoint({
    method: 'POST',
    path: `${path}/invite/dmc`,
    title: 'Send a digital membership invitation',
    access: inviteAccess,
    changes: ['pass', 'member'],
    body: PassInvitation,
    output: MemberPass,
  }),
  resendPassInvitation: endpoint({
    method: 'POST',
    path: `${path}/passes/{invitationId}/resend`,
    title: 'Send a digital membership invitation again',
    access: inviteAccess,
    changes: ['pass'],
    output: MemberPass,
  }),
  revokePass: endpoint({
    method: 'POST',
    path: `${path}/passes/{invitationId}/revoke`,
    title: 'Revoke a digital membership card',
    access: inviteAccess,
    changes: ['pass'],
    body: z.object({ Reason }),
    output: MemberPass,
  }),
}
