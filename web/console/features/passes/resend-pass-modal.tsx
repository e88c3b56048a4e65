import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { passesApi, type MemberPass } from '#contract/passes/passes.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

type Props = { member: Member; pass: MemberPass; onClose: () => void }

/** Asks before the invitation to a digital card is sent again. */
export function ResendPassModal({ member, pass, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(passesApi.resendPassInvitation, {
    success: messages.passInvitation.sentToast,
    failure: messages.passInvitation.failed,
  })
  const params = { businessId, memberId: member.id, invitationId: pass.InvitationId }
  return (
    <ConfirmModal
      title="Resend the invitation?"
      text={`${member.FirstName} ${member.LastName} gets a new link. ${consequence(pass)}`}
      confirmLabel="Resend"
      onConfirm={() => run({ params })}
      onClose={onClose}
    />
  )
}

function consequence({ State }: MemberPass): string {
  if (State === 'Active') return 'The card stays as it is until the link is used, then it moves there.'
  if (State === 'Expired') return 'The card is valid again from now on.'
  return 'The one that was sent before stops working.'
}
