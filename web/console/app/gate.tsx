import { useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { Answer } from '#web/api-client.ts'
import { readEarly } from '#console/start/early.ts'
import { hasSessionMark } from '#console/start/session-mark.ts'
import { resumeBrowserSession, useSession } from '#console/session.ts'
import { SettingsContext } from '#console/settings.ts'
import { besidePaths } from '#contract/first-paths.ts'
import { sessionApi, type ConsoleSettings } from '#contract/access/session.ts'
import { fetchedPage } from '#ui/feedback/fetched.tsx'
import { FullPageError, Splash } from '#app/states/full-page.tsx'

// Either what signed-in users need is loaded at once, or what leads there: nobody needs both.
const loadConsole = () => import('./signed-in-console.tsx')
const loadIdentity = () => import('#features/identity/identity-pages.tsx')
const loadNeeded: () => Promise<unknown> = hasSessionMark() ? loadConsole : loadIdentity
void loadNeeded().catch(() => undefined)
const SignedInConsole = fetchedPage(async () => (await loadConsole()).SignedInConsole, <Splash />)
const IdentityPages = fetchedPage(async () => (await loadIdentity()).IdentityPages, <Splash />)
const Gallery = fetchedPage(async () => (await import('#ui/gallery/gallery.tsx')).Gallery, <Splash />)

const TillPage = fetchedPage(async () => (await import('#features/till/till-page.tsx')).TillPage, <Splash />)
const besides = () => import('./besides.ts')
const ConfirmEmailPage = fetchedPage(async () => (await besides()).ConfirmEmailPage, <Splash />)
const RenewedPage = fetchedPage(async () => (await besides()).RenewedPage, <Splash />)
const NoPage = fetchedPage(async () => (await besides()).NoPage, <Splash />)

/** The way in: settings first, then the sign-in screen or the console, whatever the address. */
export function Gate() {
  const [settings, setSettings] = useState<Answer<ConsoleSettings> | null>(null)
  useEffect(() => {
    void readEarly(sessionApi.getConsoleSettings, 'settings').then(setSettings)
  }, [])

  if (!settings) return <Splash />
  if (!settings.ok) return <FullPageError detail={settings.message} />
  return (
    <SettingsContext value={settings.data}>
      <ErrorBoundary fallback={<FullPageError />}>
        <Opened settings={settings.data} />
      </ErrorBoundary>
    </SettingsContext>
  )
}

/** Some pages are the same whoever is signed in, two of them where the settings say so: all others are behind the door. */
function Opened({ settings }: { settings: ConsoleSettings }) {
  const { pathname } = location
  if (pathname === besidePaths.confirmEmail) return <ConfirmEmailPage />
  if (pathname === besidePaths.renewed) return <RenewedPage />
  if (!pathname.startsWith(besidePaths.dev)) return <Door />
  if (settings.DevPages && pathname === '/dev/ui') return <Gallery />
  if (settings.Demo && pathname === '/dev/till') return <TillPage />
  return <NoPage />
}

function Door() {
  const session = useSession()
  const [ticket, setTicket] = useState(ticketOfAddress)

  async function leaveTicket() {
    // A new password ends the sessions of its account; this browser's may have been one.
    if (session.status === 'signed-in') await resumeBrowserSession()
    history.replaceState(null, '', '/')
    setTicket(null)
  }

  useEffect(() => {
    if (session.status !== 'signed-out') return undefined
    // Who signs in next starts at their own first page, not where the last one was.
    if (session.how === 'left') history.replaceState(null, '', '/')
    const soon = setTimeout(() => void loadConsole().catch(() => undefined), 1_000)
    return () => clearTimeout(soon)
  }, [session])

  if (ticket === null) {
    if (session.status === 'loading') return <Splash />
    if (session.status === 'failed') return <FullPageError detail={session.message} />
    // The key: what one user had open is never shown to the next.
    if (session.status === 'signed-in') return <SignedInConsole key={session.me.Uid} me={session.me} />
  }
  return <IdentityPages ticket={ticket} onTicketUsed={leaveTicket} />
}

function ticketOfAddress(): string | null {
  const { pathname, search } = location
  return pathname === besidePaths.setPassword ? (new URLSearchParams(search).get('ticket') ?? '') : null
}
