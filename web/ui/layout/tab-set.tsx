import { Tabs, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'
import styles from './tab-set.module.css'

export type TabView = {
  key: string
  label: string
  content: ReactNode
  /** Something on this tab needs to be put right. */
  isWrong?: boolean
}

type Props = {
  /** What the tabs are of. */
  label: string
  tabs: readonly TabView[]
  current: string | undefined
  onChange: (key: string) => void
  /** Keeps what is on the others alive, for forms whose fields are spread over several. */
  keepsAll?: boolean
}

/** Tabs and what is on the current one. */
export function TabSet({ label, tabs, current, onChange, keepsAll = false }: Props) {
  return (
    <Tabs
      value={current ?? null}
      onChange={(key) => key !== null && onChange(key)}
      keepMounted={keepsAll}
      // Hidden by its style alone: React would not finish drawing what the kit puts aside in its own way.
      keepMountedMode="display-none"
    >
      <Tabs.List aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.key} value={tab.key} data-wrong={tab.isWrong || undefined}>
            {tab.label}
            {tab.isWrong && <VisuallyHidden>, has mistakes</VisuallyHidden>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
