import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { passTransferApi } from '#contract/passes/pass-transfer.ts'
import { PointsTransferDialog } from '#parts/points-transfer-dialog.tsx'
import { formatMoney } from '#ui/text/format.ts'

/** Turns points of a member into money in the purse of a digital membership card. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId: member.id }
  const read = useRead(passTransferApi.getPassTransferModal, { params })
  const { run } = useAction(passTransferApi.transferPointsToPass, {
    success: messages.pointsTransfer.done,
    failure: 'The points were not transferred.',
    outlivesReload: true,
  })
  const cards = read.data?.DigitalMembershipCards ?? []
  return (
    <PointsTransferDialog
      member={member}
      title={messages.passTransfer.title}
      read={read}
      targets={cards.map(({ InvitationId, DisplayName, CouponCode, Balance }) => ({
        value: InvitationId,
        label: `${DisplayName}, ${CouponCode} (${formatMoney(Balance)})`,
      }))}
      noTarget="This member has no active digital membership card to put points on."
      onTransfer={async (invitationId, pointsTypeId, body) =>
        fieldsOf(await run({ params: { ...params, invitationId, pointsTypeId }, body }))
      }
      onClose={onClose}
    />
  )
}
