import { lazy, Suspense, useState } from 'react'
import type { Door } from '#contract/events/event-scans.ts'
import { CodeForm } from '#door/scanning/code-form.tsx'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { LastScans } from '#door/scanning/last-scans.tsx'
import { ResultScreen } from '#door/scanning/result-screen.tsx'
import { useScannerKeys } from '#door/scanning/scanner-keys.ts'
import { DirectionSwitch } from '#door/screen/door-mode.tsx'
import { PeopleCount } from '#door/screen/people-count.tsx'
import { useResult } from '#door/screen/result-clock.ts'
import { useDeviceSettings } from '#door/screen/settings.ts'
import { useWakeLock } from '#door/screen/wake-lock.ts'
import { VisitorsButton, VisitorsScreen } from '#door/visitors/visitors.tsx'
import { Boundary } from '#web/boundary.tsx'
import { LaterPart } from './later-part.tsx'
import { loadCamera, loadListProgress, loadSessions, loadSettings } from './later.ts'
import { deviceWords } from './waiting-words.ts'

const CameraPicture = lazy(loadCamera)
const ListProgress = lazy(loadListProgress)
const SettingsPanel = lazy(loadSettings)
const SessionChoice = lazy(loadSessions)

type Props = { desk: Desk; state: DoorState; door: Door }

/** A door at work: cards are scanned, or guests signed in. */
export function DoorDesk(props: Props) {
  const [isSigningIn, setSigningIn] = useState(false)
  useWakeLock()
  if (isSigningIn) return <VisitorsScreen {...props} onClose={() => setSigningIn(false)} />
  return <ScanningDesk {...props} onVisitors={() => setSigningIn(true)} />
}

/** The last result fills the screen, and the ways to scan are at hand under it. */
function ScanningDesk({ desk, state, door, onVisitors }: Props & { onVisitors: () => void }) {
  const [settings, setSettings] = useDeviceSettings()
  const [isSetting, setSetting] = useState(false)
  const { shown, isLooking, hasFailed, scan, clear, hold } = useResult(desk, settings)
  useScannerKeys(scan)
  return (
    <div className="desk" data-direction={state.direction}>
      <title>{`${door.Event.EventName} · Door`}</title>
      <Top state={state} door={door} isSetting={isSetting} onSettings={() => setSetting(!isSetting)} />
      {isSetting && (
        <LaterPart>
          <SettingsPanel id="settings" desk={desk} settings={settings} onChange={setSettings} />
        </LaterPart>
      )}
      {state.listing && (
        <LaterPart>
          <ListProgress listing={state.listing} isOnline={state.isOnline} />
        </LaterPart>
      )}
      <main className="door">
        {state.direction === 'Out' && <p className="checkingOut">Checking out: people leave</p>}
        <div className="figures">
          <PeopleCount state={state} />
          {(state.door?.Sessions?.length ?? 0) > 1 && (
            <LaterPart>
              <SessionChoice desk={desk} state={state} />
            </LaterPart>
          )}
        </div>
        <ResultScreen
          desk={desk}
          door={door}
          scan={shown}
          isLooking={isLooking}
          hasFailed={hasFailed}
          hasFlash={settings.hasFlash}
          onClear={clear}
          onHold={hold}
        />
        <LastScans desk={desk} scans={state.scans} zone={door.Event.TimeZoneId} />
        <Bar desk={desk} state={state} onCode={scan} onTyping={clear} onVisitors={onVisitors} />
      </main>
    </div>
  )
}

type BarProps = {
  desk: Desk
  state: DoorState
  onCode: (code: string) => void
  onTyping: () => void
  onVisitors: () => void
}

/** The ways to scan, where a thumb reaches them. */
function Bar({ desk, state, onCode, onTyping, onVisitors }: BarProps) {
  const [isCameraOn, setCameraOn] = useState(false)
  return (
    <section className="bar" aria-label="Scan">
      {isCameraOn && (
        <Boundary fallback={<p role="alert">The camera could not be loaded. Type the code.</p>}>
          <Suspense fallback={<p>Starting the camera…</p>}>
            <CameraPicture onCode={onCode} />
          </Suspense>
        </Boundary>
      )}
      <CodeForm desk={desk} isOut={state.direction === 'Out'} onCode={onCode} onTyping={onTyping} />
      <div className="barLine">
        <DirectionSwitch desk={desk} state={state} />
        <button
          type="button"
          className="button main"
          aria-pressed={isCameraOn}
          onClick={() => setCameraOn(!isCameraOn)}
        >
          {isCameraOn ? 'Stop the camera' : 'Scan with the camera'}
        </button>
        <VisitorsButton desk={desk} onOpen={onVisitors} />
      </div>
    </section>
  )
}

type TopProps = { state: DoorState; door: Door; isSetting: boolean; onSettings: () => void }

function Top({ state, door, isSetting, onSettings }: TopProps) {
  const { isOnline } = state
  return (
    <header className="top">
      <div className="titles">
        <h1>{door.Event.EventName}</h1>
        <p>
          {door.BusinessName} · {door.ScannedBy}
        </p>
      </div>
      <div className="connection" data-online={isOnline || undefined} role="status">
        <strong>{isOnline ? 'Online' : 'Offline'}</strong>
        <span>{deviceWords(state, door.Event.TimeZoneId)}</span>
      </div>
      <button
        type="button"
        className="button gear"
        aria-label="Settings"
        aria-expanded={isSetting}
        aria-controls={isSetting ? 'settings' : undefined}
        onClick={onSettings}
      >
        <svg
          viewBox="0 0 24 24"
          width="22"
          height="22"
          aria-hidden
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
          <circle cx="15" cy="7" r="2" />
          <circle cx="9" cy="17" r="2" />
        </svg>
      </button>
    </header>
  )
}
