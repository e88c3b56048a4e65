import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { resetFactorApi } from '#contract/access/second-factor.ts'
import type { User } from '#contract/access/users.ts'
import { factorReset, ResetFactorDialog } from './reset-factor-dialog.tsx'

/** Takes a lost second factor from a user of the business. */
export function ResetUserFactorDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(resetFactorApi.resetUserFactor, { success: factorReset })
  return (
    <ResetFactorDialog
      name={user.DisplayName}
      onReset={(Proof) => run({ params: { businessId, uid: user.Uid }, body: Proof ? { Proof } : {} })}
      onClose={onClose}
    />
  )
}
