import { resultWords } from '#contract/events/event-scans.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import type { Desk } from '#door/desk/desk.ts'
import { toneOf } from './feedback.ts'
import { undoScan } from './scanning.ts'
import type { LoggedScan } from '#door/desk/storage.ts'

type Props = { desk: Desk; scans: readonly LoggedScan[]; zone: string }

const mostShown = 12

/** The last scans of this device; the very last can be taken back. */
export function LastScans({ desk, scans, zone }: Props) {
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
            <span className="name">{nameOf(scan)}</span>
            <span>{scan.IsUndone ? 'Undone' : resultWords[scan.Result]}</span>
            {scan.isWaiting && <span className="sent">not sent yet</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function nameOf({ Member }: LoggedScan): string {
  return Member ? `${Member.FirstName} ${Member.LastName}` : 'Unknown'
}
