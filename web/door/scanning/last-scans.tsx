import { lazy, useState } from 'react'
import { resultWords } from '#contract/events/event-scans.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import type { Desk } from '#door/desk/desk.ts'
import { toneOf } from './feedback.ts'
import { undoScan } from './scanning.ts'
import type { LoggedScan } from '#door/desk/storage.ts'
import { loadUndo } from '#door/later.ts'
import { LaterPart } from '#door/later-part.tsx'

const UndoForm = lazy(loadUndo)

type Props = { desk: Desk; scans: readonly LoggedScan[]; zone: string }

const mostShown = 10

/** The last scans of this device, each of which can be taken back; the very last with one touch. */
export default function LastScans({ desk, scans, zone }: Props) {
  const [asked, setAsked] = useState<string | null>(null)
  const [last] = scans
  return (
    <section className="last" aria-labelledby="last-scans">
      <div className="lastHead">
        <h2 id="last-scans">Last scans</h2>
        {last && !last.IsUndone && (
          <button type="button" className="button" onClick={() => void undoScan(desk, last)}>
            Undo last
          </button>
        )}
      </div>
      {scans.length === 0 && <p>Nothing scanned on this device yet.</p>}
      <ol>
        {scans.slice(0, mostShown).map((scan) => (
          <li key={scan.ScanId} data-tone={scan.IsUndone ? 'none' : toneOf(scan.Result)}>
            <time dateTime={scan.ScannedAt}>{zonedTime(new Date(scan.ScannedAt), zone).time}</time>
            <span className="name">{scannedName(scan)}</span>
            <span>{scan.IsUndone ? 'Undone' : resultWords[scan.Result]}</span>
            {!scan.IsUndone && asked !== scan.ScanId && (
              <button
                type="button"
                className="button small"
                aria-label={`Undo ${scannedName(scan)}`}
                onClick={() => setAsked(scan.ScanId)}
              >
                Undo
              </button>
            )}
            <Notes scan={scan} />
            {!scan.IsUndone && asked === scan.ScanId && (
              <LaterPart>
                <UndoForm
                  onUndo={(reason) => {
                    setAsked(null)
                    void undoScan(desk, scan, reason)
                  }}
                  onKeep={() => setAsked(null)}
                />
              </LaterPart>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Notes({ scan }: { scan: LoggedScan }) {
  if (scan.IsLetInTwice) return <span className="sent">let in twice</span>
  return scan.isWaiting ? <span className="sent">not sent yet</span> : null
}

function scannedName({ Member }: LoggedScan): string {
  return Member ? `${Member.FirstName} ${Member.LastName}` : 'Unknown'
}
