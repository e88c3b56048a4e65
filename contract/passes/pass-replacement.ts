import { Loss } from '#contract/cards/card-replacement.ts'
import { endpoint, may } from '#contract/endpoint.ts'
import { MemberPass, type PassState } from './passes.ts'

/** True for a pass that somebody may have on a phone: another can take its place. */
export function canReplacePass(state: PassState): boolean {
  return state === 'Active' || state === 'Expired'
}

export const passReplacementApi = {
  /** Answers with the new one. */
  replacePass: endpoint({
    method: 'POST',
    path: '/api/cherrypay/v1/{businessId}/members/{memberId}/passes/{invitationId}/replace',
    title: 'Replace a digital membership card',
    access: may('Member.InviteToApp'),
    changes: ['pass'],
    body: Loss,
    output: MemberPass,
  }),
}
