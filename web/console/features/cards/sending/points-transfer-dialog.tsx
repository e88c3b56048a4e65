import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { pointsTransferApi } from '#contract/points/points-transfer.ts'
import { PointsTransferDialog } from '#parts/points-transfer-dialog.tsx'

const text = messages.pointsTransfer

/** Turns points of a member into money on one of their cards. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId: member.id }
  const read = useRead(pointsTransferApi.getPointsTransferModal, { params })
  const { run } = useAction(pointsTransferApi.transferPointsToCard, {
    success: text.done,
    failure: 'The points were not transferred.',
    outlivesReload: true,
  })
  const cards = read.data?.CherryPayCards ?? []
  return (
    <PointsTransferDialog
      member={member}
      title={text.title}
      read={read}
      targets={cards.map(({ CardId, ExternalAccountId, CardProgramDescription }) => ({
        value: CardId,
        label: `${CardProgramDescription}, ${ExternalAccountId}`,
      }))}
      noTarget="This member has no active reloadable card to put points on."
      onTransfer={async (cardId, pointsTypeId, body) =>
        fieldsOf(await run({ params: { ...params, cardId, pointsTypeId }, body }))
      }
      onClose={onClose}
    />
  )
}
