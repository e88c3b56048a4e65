import { ConsolePage } from '#console/page.tsx'
import { PageTabs, lazyTabs, type TabRow } from './page-tabs.tsx'

/** What can be configured of a business: a new tab is a line here. */
const rows: readonly TabRow<object>[] = [
  { key: 'venues', label: 'Venues', load: () => import('#features/business/venues/venues-tab.tsx') },
  { key: 'business', label: 'Business', load: () => import('#features/business/settings/business-tab.tsx') },
  { key: 'licences', label: 'Licences', load: () => import('#features/business/licences-tab.tsx') },
  {
    key: 'card-programs',
    label: 'Card programs',
    load: () => import('#features/cards/programs/card-programs-tab.tsx'),
  },
  {
    key: 'disbursement',
    label: 'Disbursement',
    load: () => import('#features/cards/disbursement/disbursement-tab.tsx'),
  },
  {
    key: 'option-lists',
    label: 'Option lists',
    load: () => import('#features/business/options/option-lists-tab.tsx'),
  },
  { key: 'forms', label: 'Forms', load: () => import('#features/requests/forms/forms-tab.tsx') },
  { key: 'api-keys', label: 'API keys', load: () => import('#features/access/api-keys/api-keys-tab.tsx') },
  { key: 'standing', label: 'Standing', load: () => import('#features/business/standing/standing-tab.tsx') },
]

const tabs = lazyTabs(rows)

/** Business Configuration, of which every tab is a page of its own. */
export function Page() {
  return (
    <ConsolePage title="Business Configuration">
      <PageTabs label="Business Configuration" tabs={tabs} given={{}} />
    </ConsolePage>
  )
}
