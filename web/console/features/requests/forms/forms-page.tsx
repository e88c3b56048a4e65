import { ConsolePage } from '#console/page.tsx'
import { FormsList } from './forms-list.tsx'
import { NewFormMenu } from './new-form-menu.tsx'

/** The forms, for those who administer one business. */
export function Page() {
  return (
    <ConsolePage
      title="Forms"
      subtitle="What people apply for membership with, and renew it with."
      action={<NewFormMenu />}
    >
      <FormsList />
    </ConsolePage>
  )
}
