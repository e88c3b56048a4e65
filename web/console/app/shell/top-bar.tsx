import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconLogout, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { HelpButton } from '#app/help/help-button.tsx'
import { displayNameOf, signOut, useMe } from '#console/session.ts'
import type { Me } from '#contract/access/session.ts'
import { useMayLeave } from '#ui/layout/navigation.tsx'
import { fetched } from '#ui/feedback/fetched.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import styles from './top-bar.module.css'

const Bell = fetched<Losing>(async () => (await import('#features/bell/bell.tsx')).Bell, null, LostBell)
const AccountItems = opened(async () => (await import('./soon.ts')).AccountItems)

type Props = { onOpenMenu: () => void; onSearch: () => void }

/** The bar over every page: the way to the menu and the palette, who is signed in, and the way out. */
export function TopBar({ onOpenMenu, onSearch }: Props) {
  const me = useMe()
  return (
    <header className={styles.bar}>
      <ActionIcon
        variant="subtle"
        color="gray.7"
        size={40}
        aria-label="Open menu"
        className={styles.menu}
        onClick={onOpenMenu}
      >
        <IconMenu2 size={22} stroke={1.5} aria-hidden />
      </ActionIcon>
      <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span>Jump to…</span>
        <kbd aria-hidden>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <HelpButton />
      <BellPlace />
      <AccountMenu me={me} />
      <LogOutButton />
    </header>
  )
}

type Losing = { onLost: () => void }

function LostBell({ onLost }: Losing) {
  useEffect(onLost, [onLost])
  return null
}

/** Where the bell can't be fetched the bar stands without, and the next page tries again. */
function BellPlace() {
  const location = useLocation()
  const [lostAt, setLostAt] = useState<unknown>(null)
  const onLost = useCallback(() => setLostAt(location), [location])
  return lostAt === location ? null : <Bell onLost={onLost} />
}

/** Who is signed in, and the menu of what is theirs. */
function AccountMenu({ me }: { me: Me }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  function close() {
    button.current?.focus({ preventScroll: true })
    setOpen(false)
  }

  return (
    <span className={styles.anchor}>
      <button
        ref={button}
        type="button"
        id={id}
        className={styles.account}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className={styles.name}>{displayNameOf(me)}</span>
        <IconChevronDown size={16} stroke={1.5} aria-hidden />
      </button>
      {isOpen && <AccountItems labelId={id} onClose={close} />}
    </span>
  )
}

function LogOutButton() {
  const [isWorking, setWorking] = useState(false)
  const mayLeave = useMayLeave()

  async function logOut() {
    if (!(await mayLeave())) return
    setWorking(true)
    const answer = await signOut()
    if (answer.ok) return
    setWorking(false)
    toasts.error('You are still signed in.', answer.message)
  }

  return (
    <Button
      variant="default"
      size="xs"
      className={styles.out}
      loading={isWorking}
      leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />}
      onClick={logOut}
    >
      <span className={styles.words}>Log out</span>
    </Button>
  )
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac')
}
