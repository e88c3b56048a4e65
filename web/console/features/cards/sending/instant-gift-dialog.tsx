import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { MemberCardDialog } from './member-card-dialog.tsx'

/** Sends a member an instant gift card. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const title = messages.cardInvitation.newInstantGift
  return <MemberCardDialog member={member} cardType="instantgift" title={title} onClose={onClose} />
}
