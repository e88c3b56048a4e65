import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardProgramsApi, type CardProgram } from '#contract/cards/card-programs.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before a card program is retired, or is brought back. */
export function RetireProgramModal({ program, onClose }: { program: CardProgram; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { CardProgramId: cardProgramId, Description, IsRetired } = program
  const { run } = useAction(cardProgramsApi.retireCardProgram, {
    success: IsRetired ? 'Card program brought back.' : 'Card program retired.',
    failure: 'Card program update failed.',
  })
  return (
    <ConfirmModal
      title={IsRetired ? 'Bring the card program back?' : 'Retire the card program?'}
      text={
        IsRetired
          ? `New cards of ${Description} can be issued again.`
          : `No new cards of ${Description} can be issued. Those that are out stay valid, and you can bring it back.`
      }
      confirmLabel={IsRetired ? 'Bring back' : 'Retire'}
      onConfirm={() => run({ params: { businessId, cardProgramId }, body: { Value: !IsRetired } })}
      onClose={onClose}
    />
  )
}
