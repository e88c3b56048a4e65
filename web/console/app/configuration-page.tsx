import { ConsolePage } from '#console/page.tsx'
import { configurationTabs } from './configuration-tabs.ts'
import { PageTabs, lazyTabs, type TabRow } from './page-tabs.tsx'

type TabKey = (typeof configurationTabs)[number]['key']

/** What each tab shows: a new one is a line here, and one among the tabs. */
const loads: Readonly<Record<TabKey, TabRow<object>['load']>> = {
  venues: () => import('#features/business/venues/venues-tab.tsx'),
  business: () => import('#features/business/settings/business-tab.tsx'),
  licences: () => import('#features/business/licences-tab.tsx'),
  'card-programs': () => import('#features/cards/programs/card-programs-tab.tsx'),
  disbursement: () => import('#features/cards/disbursement/disbursement-tab.tsx'),
  'option-lists': () => import('#features/business/options/option-lists-tab.tsx'),
  forms: () => import('#features/requests/forms/forms-tab.tsx'),
  'api-keys': () => import('#features/access/api-keys/api-keys-tab.tsx'),
  standing: () => import('#features/business/standing/standing-tab.tsx'),
}

const rows: readonly TabRow<object>[] = configurationTabs.map((tab) => ({ ...tab, load: loads[tab.key] }))
const tabs = lazyTabs(rows)

/** Business Configuration, of which every tab is a page of its own. */
export function Page() {
  return (
    <ConsolePage title="Business Configuration">
      <PageTabs label="Business Configuration" tabs={tabs} given={{}} />
    </ConsolePage>
  )
}
