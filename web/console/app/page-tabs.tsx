import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { LostPart } from '#ui/feedback/error-state.tsx'
import { fetched } from '#ui/feedback/fetched.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'

/** A tab of a page: its name in the address, its label, and the file that exports what is on it as `Tab`. */
export type TabRow<Props> = {
  key: string
  label: string
  load: () => Promise<{ Tab: ComponentType<Props> }>
}

/** The rows with what is on each, which is fetched when it is shown for the first time. */
export function lazyTabs<Props extends object, Row extends TabRow<Props>>(rows: readonly Row[]) {
  return rows.map((row) => ({
    ...row,
    Content: fetched(async () => (await row.load()).Tab, <Skeleton height="16rem" />, LostPart),
  }))
}

type Tab<Props> = { key: string; label: string; Content: ComponentType<Props> }

type PageTabsProps<Props> = {
  label: string
  tabs: readonly Tab<Props>[]
  /** What every tab is given. */
  given: Props
}

/** The tabs of a page. The current one is in the address; the filters of one are none of another's. */
export function PageTabs<Props extends object>({ label, tabs, given }: PageTabsProps<Props>) {
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = tabs.find(({ key }) => key === tab) ?? tabs[0]
  return (
    <TabSet
      label={label}
      current={current?.key}
      onChange={(key) => void navigate({ to: '.', search: { tab: key }, resetScroll: false })}
      tabs={tabs.map(({ Content, ...row }) => ({
        ...row,
        content: <Content {...given} />,
      }))}
    />
  )
}
