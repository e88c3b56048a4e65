import { useRef, useState } from 'react'
import type { Door } from '#contract/events/event-scans.ts'
import { CameraView } from '#door/scanning/camera-view.tsx'
import { CodeForm } from '#door/scanning/code-form.tsx'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { tellByEarAndHand } from '#door/scanning/feedback.ts'
import { LastScans } from '#door/scanning/last-scans.tsx'
import { ResultScreen } from '#door/scanning/result-screen.tsx'
import { useScannerKeys } from '#door/scanning/scanner-keys.ts'
import { scanCode } from '#door/scanning/scanning.ts'
import { ListProgress } from './list-progress.tsx'
import { listWords, waitingWords } from './waiting-words.ts'

type Props = { desk: Desk; state: DoorState; door: Door }

/** A door at work: the last result large, the ways to scan under it, and what was scanned. */
export function DoorDesk({ desk, state, door }: Props) {
  const [shown, setShown] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)
  const lastAsked = useRef(0)

  async function scan(code: string) {
    if (code.trim() === '') return
    const asked = ++lastAsked.current
    setLooking(true)
    const { ScanId, Result } = await scanCode(desk, code)
    tellByEarAndHand(Result)
    // Of several at once the latest is shown; the others are in the list.
    if (asked !== lastAsked.current) return
    setShown(ScanId)
    setLooking(false)
  }
  useScannerKeys((code) => void scan(code))

  const current = state.scans.find(({ ScanId }) => ScanId === shown) ?? null
  return (
    <>
      <title>{`${door.Event.EventName} · Door`}</title>
      <header className="top">
        <div className="titles">
          <h1>{door.Event.EventName}</h1>
          <p>
            {door.BusinessName} · {door.ScannedBy}
          </p>
        </div>
        <Connection state={state} zone={door.Event.TimeZoneId} />
      </header>
      <ListProgress listing={state.listing} isOnline={state.isOnline} />
      <main className="door">
        <ResultScreen desk={desk} door={door} scan={current} isLooking={isLooking} />
        <div className="ways">
          <CameraView onCode={(code) => void scan(code)} />
          <CodeForm
            findByName={(words) => desk.guests?.byName(words) ?? []}
            onCode={(code) => void scan(code)}
          />
        </div>
        <LastScans desk={desk} scans={state.scans} zone={door.Event.TimeZoneId} />
      </main>
    </>
  )
}

function Connection({ state, zone }: { state: DoorState; zone: string }) {
  const { isOnline, waiting } = state
  return (
    <div className="connection" data-online={isOnline || undefined} role="status">
      <strong>{isOnline ? 'Online' : 'Offline'}</strong>
      <span>{waiting > 0 ? waitingWords(waiting) : listWords(state, zone)}</span>
    </div>
  )
}
