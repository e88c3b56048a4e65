import { lazy, Suspense, useState } from 'react'
import type { Door } from '#contract/events/event-scans.ts'
import { CodeForm } from '#door/scanning/code-form.tsx'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { ResultScreen } from '#door/scanning/result-screen.tsx'
import { useScannerKeys } from '#door/scanning/scanner-keys.ts'
import { DirectionSwitch } from '#door/screen/door-mode.tsx'
import { PeopleCount } from '#door/screen/people-count.tsx'
import { useResult } from '#door/screen/result-clock.ts'
import { type Settings, useDeviceSettings } from '#door/screen/settings.ts'
import { useWakeLock } from '#door/screen/wake-lock.ts'
import { VisitorsButton } from '#door/visitors/visitors.tsx'
import { Boundary } from '#web/boundary.tsx'
import { Beside, type ScreenBeside } from './beside.tsx'
import { LaterPart } from './later-part.tsx'
import { loadCamera, loadLastScans, loadListProgress, loadSessions, loadSettings } from './later.ts'
import { deviceWords } from './waiting-words.ts'

const CameraPicture = lazy(loadCamera)
const ListProgress = lazy(loadListProgress)
const LastScans = lazy(loadLastScans)
const SettingsPanel = lazy(loadSettings)
const SessionChoice = lazy(loadSessions)

type Props = { desk: Desk; state: DoorState; door: Door }

/** A door at work: cards are scanned, or guests signed in. */
export function DoorDesk(props: Props) {
  const [beside, setBeside] = useState<ScreenBeside | null>(null)
  useWakeLock()
  if (beside) return <Beside {...props} which={beside} onClose={() => setBeside(null)} />
  return <ScanningDesk {...props} onOpen={setBeside} />
}

type Opening = { onOpen: (beside: ScreenBeside) => void }

/** The last result fills the screen, and the ways to scan are at hand under it. */
function ScanningDesk({ desk, state, door, onOpen }: Props & Opening) {
  const [settings, setSettings] = useDeviceSettings()
  const { shown, isLooking, hasFailed, scan, clear, hold } = useResult(desk, settings)
  useScannerKeys(scan)
  return (
    <div className="desk" data-direction={state.direction} data-sessions={hasSessions(door) || undefined}>
      <title>{`${door.Event.EventName} · Door`}</title>
      <Top state={state} door={door} />
      {state.listing && (
        <LaterPart>
          <ListProgress listing={state.listing} isOnline={state.isOnline} />
        </LaterPart>
      )}
      <main className="door">
        {state.direction === 'Out' && <p className="checkingOut">Checking out: people leave</p>}
        <div className="figures">
          <PeopleCount state={state} />
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
        <LaterPart>
          <LastScans desk={desk} scans={state.scans} zone={door.Event.TimeZoneId} />
        </LaterPart>
        <Bar {...{ desk, state, settings, onOpen }} onSetting={setSettings} onCode={scan} onTyping={clear} />
      </main>
    </div>
  )
}

const hasSessions = ({ Sessions }: Door) => Sessions.length > 1

type BarProps = Opening & {
  desk: Desk
  state: DoorState
  settings: Settings
  onSetting: (patch: Partial<Settings>) => void
  onCode: (code: string) => void
  onTyping: () => void
}

/** The ways to scan and all else that is pressed, where a thumb reaches it. */
function Bar({ desk, state, settings, onSetting, onCode, onTyping, onOpen }: BarProps) {
  const [isCameraOn, setCameraOn] = useState(false)
  const [isSetting, setSetting] = useState(false)
  return (
    <section className="bar" aria-label="Scan">
      {isCameraOn && (
        <Boundary fallback={<p role="alert">The camera could not be loaded. Type the code.</p>}>
          <Suspense fallback={<p>Starting the camera…</p>}>
            <CameraPicture onCode={onCode} />
          </Suspense>
        </Boundary>
      )}
      {isSetting && (
        <LaterPart>
          <SettingsPanel
            id="settings"
            settings={settings}
            onChange={onSetting}
            onWhoIsIn={() => onOpen('rollCall')}
          />
        </LaterPart>
      )}
      {state.door && hasSessions(state.door) && (
        <LaterPart>
          <SessionChoice desk={desk} state={state} />
        </LaterPart>
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
        <VisitorsButton desk={desk} onOpen={() => onOpen('visitors')} />
        <SettingsButton isOpen={isSetting} onPress={() => setSetting(!isSetting)} />
      </div>
    </section>
  )
}

type TopProps = { state: DoorState; door: Door }

function Top({ state, door }: TopProps) {
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
    </header>
  )
}

function SettingsButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="button gear"
      aria-label="Settings"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'settings' : undefined}
      onClick={onPress}
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
  )
}
