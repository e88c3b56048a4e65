import { ConsolePage } from '#console/page.tsx'
import { Tab } from './business-tab.tsx'

/** The same for who is tied to the business, and has no Business Configuration. */
export function Page() {
  return (
    <ConsolePage title="Business Settings">
      <Tab />
    </ConsolePage>
  )
}
