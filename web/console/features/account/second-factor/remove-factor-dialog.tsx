import { useAction } from '#console/actions.ts'
import { reloadMe } from '#console/session.ts'
import { secondFactorApi, type Factor } from '#contract/access/second-factor.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks, and removes a factor. */
export function RemoveFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { run } = useAction(secondFactorApi.removeFactor, {
    success: 'Removed.',
    failure: 'Removing it failed.',
  })
  return (
    <ConfirmModal
      title="Remove the second factor?"
      text={`You can't sign in with ‘${factor.Name}’ any more. ${leftover[factor.Kind]}`}
      confirmLabel="Remove"
      danger
      onConfirm={async () => {
        const answer = await run({ params: { factorId: factor.FactorId } })
        if (answer.ok) await reloadMe()
        return answer
      }}
      onClose={onClose}
    />
  )
}

const leftover: Record<Factor['Kind'], string> = {
  passkey: 'Delete it on your device, too.',
  authenticator: 'Delete it in the app, too.',
}
