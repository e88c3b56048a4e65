import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardProgramsApi, type CardProgram } from '#contract/cards/card-programs.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before the picture of a card program is removed. */
export function RemoveArtModal({ program, onClose }: { program: CardProgram; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(cardProgramsApi.removeCardArt, {
    success: 'Picture removed.',
    failure: 'Removing the picture failed.',
  })
  return (
    <ConfirmModal
      title="Remove the picture?"
      text={`Cards of ${program.Description} are shown without a picture. To have it back you would upload it again.`}
      confirmLabel="Remove"
      danger
      onConfirm={() => run({ params: { businessId, cardProgramId: program.CardProgramId } })}
      onClose={onClose}
    />
  )
}
