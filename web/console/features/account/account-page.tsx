import { ConsolePage } from '#console/page.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'

/** What the signed-in person has to do with their own account. */
export function Page() {
  return (
    <ConsolePage title="My account">
      <SecondFactorSection />
    </ConsolePage>
  )
}
