import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { MemberCardDialog } from './member-card-dialog.tsx'

/** Sends a member a reloadable card. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const title = messages.cardInvitation.newReloadable
  return <MemberCardDialog member={member} cardType="reloadable" title={title} onClose={onClose} />
}
