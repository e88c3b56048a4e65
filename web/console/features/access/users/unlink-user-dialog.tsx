import { useBusiness } from '#console/business.ts'
import { userWords } from '#contract/access/user-words.ts'
import type { User } from '#contract/access/users.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { useInvite } from './sign-in-state.tsx'

/** Asks, and unlinks a user from Microsoft by inviting them anew. */
export function UnlinkUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useInvite()
  return (
    <ConfirmModal
      title="Unlink from Microsoft?"
      text={userWords.linkedQuestion(user.DisplayName)}
      confirmLabel="Unlink and invite"
      danger
      onConfirm={() => run({ params: { businessId, uid: user.Uid } })}
      onClose={onClose}
    />
  )
}
