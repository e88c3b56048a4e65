import { beginSession } from '#console/session.ts'
import type { SignedIn } from '#contract/access/identity.ts'
import { IdentityCard } from './identity-card.tsx'
import { SecondStep } from './second-step.tsx'

type Props = {
  email: string
  /** What the right password was answered with. */
  refusal: unknown
  /** Back to the password; with a reason where it has to be given anew. */
  onBack: (why: string | null) => void
  /** They are signed in. */
  onEntered?: () => void
}

/** The second step of the sign-in page. */
export function SecondStepCard({ onEntered, ...props }: Props) {
  async function enter(signedIn: SignedIn) {
    const refusal = await beginSession(signedIn)
    if (refusal === null) onEntered?.()
    return refusal
  }
  return (
    <IdentityCard title="Confirm that it is you">
      <SecondStep {...props} onEntered={enter} />
    </IdentityCard>
  )
}
