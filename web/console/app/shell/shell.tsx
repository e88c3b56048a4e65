import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Brand } from '#console/brand.tsx'
import { useMe } from '#console/session.ts'
import { menuFolded } from '#console/start/menu-folded.ts'
import { fetched, Nothing } from '#ui/feedback/fetched.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { useHotkeys } from '#ui/layout/use-hotkeys.ts'
import { useDensity } from '#ui/table/density.ts'
import { SessionBar } from '#app/session/session-bar.tsx'
import { listenAhead } from '#app/palette/typed-ahead.ts'
import { BusyNotice } from './busy-notice.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const loadSoon = () => import('./soon.ts')
const soonMs = 3_000
// Few have one, and for a few days.
const FactorNotice = fetched(async () => (await import('./factor-notice.tsx')).FactorNotice, null, Nothing)
const MenuDrawer = opened(async () => (await loadSoon()).MenuDrawer)
const Palette = opened(async () => (await import('#app/palette/palette.tsx')).Palette)

/** What stands around every page: menu, top bar, and the palette that jumps anywhere. */
export function Shell() {
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: menuFolded,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  function openPalette() {
    if (!isPaletteOpen) listenAhead()
    setPaletteOpen(true)
  }
  useHotkeys([['mod+K', openPalette]], true)
  const me = useMe()
  const main = useFocusOnNewPage()
  useDensity()
  useEffect(() => {
    const soon = setTimeout(() => void loadSoon().catch(() => undefined), soonMs)
    return () => clearTimeout(soon)
  }, [])

  return (
    <div className={styles.shell} data-collapsed={isCollapsed || undefined}>
      <SkipLink onSkip={() => main.current?.focus()} />
      <nav aria-label="Menu" className={styles.side}>
        <Link href="/" className={styles.brand}>
          <Brand isMarkOnly={isCollapsed} />
        </Link>
        <Sidebar isCollapsed={isCollapsed} />
        <CollapseButton isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
      </nav>
      <div className={styles.page}>
        <TopBar onOpenMenu={() => setDrawerOpen(true)} onSearch={openPalette} />
        <SessionBar />
        <ConnectionBar />
        <main ref={main} tabIndex={-1} className={styles.main}>
          {me.SecondFactor.DueDate !== null && <FactorNotice />}
          <Outlet />
        </main>
      </div>
      {isDrawerOpen && <MenuDrawer onClose={() => setDrawerOpen(false)} />}
      <BusyNotice />
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <button type="button" className={styles.skip} onClick={onSkip}>
      Skip to content
    </button>
  )
}

/** Folds the menu to its icons, and back. */
function CollapseButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const label = isCollapsed ? 'Expand menu' : 'Collapse menu'
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <ActionIcon variant="subtle" color="gray.7" size={36} aria-label={label} title={label} onClick={onToggle}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}

/** After a step to another page the focus is where its content starts, as after a page load. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(pathname)
  const former = useRef(arrived)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  // What had it may have gone with the page before.
  useEffect(() => {
    const isAnother = former.current !== undefined && former.current !== arrived
    former.current = arrived
    if (isAnother && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [arrived])
  return main
}
