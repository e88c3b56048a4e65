import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { ConsolePage } from '#console/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './configuration-page.module.css'

type TabRow = { key: string; label: string; load: () => Promise<{ Tab: ComponentType }> }

/** What can be configured of a business: a new tab is a line here. */
const rows: readonly TabRow[] = [
  { key: 'venues', label: 'Venues', load: () => import('#features/business/venues-tab.tsx') },
  { key: 'licences', label: 'Licences', load: () => import('#features/business/licences-tab.tsx') },
  {
    key: 'card-programs',
    label: 'Card programs',
    load: () => import('#features/cards/card-programs-tab.tsx'),
  },
  {
    key: 'option-lists',
    label: 'Option lists',
    load: () => import('#features/business/option-lists-tab.tsx'),
  },
  { key: 'api-keys', label: 'API keys', load: () => import('#features/access/api-keys-tab.tsx') },
]

const tabs = rows.map(({ key, label, load }) => ({
  key,
  label,
  Content: lazy(async () => ({ default: (await load()).Tab })),
}))

/** Business Configuration. The tab is in the address; the filters of one are none of another's. */
export function Page() {
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = tabs.find(({ key }) => key === tab) ?? tabs[0]
  return (
    <ConsolePage title="Business Configuration">
      <Tabs
        value={current?.key ?? null}
        onChange={(key) => void navigate({ to: '.', search: { tab: key }, resetScroll: false })}
        keepMounted={false}
      >
        <Tabs.List aria-label="Business Configuration" className={styles.list}>
          {tabs.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, Content }) => (
          <Tabs.Panel key={key} value={key}>
            <Suspense fallback={<Skeleton height="16rem" />}>
              <Content />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </ConsolePage>
  )
}
