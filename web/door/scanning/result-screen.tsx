import { useState, type FormEvent } from 'react'
import { canOverride, resultWords, type Door } from '#contract/events/event-scans.ts'
import { closedReasons } from '#contract/events/event-status.ts'
import type { Desk } from '#door/desk/desk.ts'
import { toneOf } from './feedback.ts'
import { overrideScan } from './scanning.ts'
import type { LoggedScan } from '#door/desk/storage.ts'

type Props = { desk: Desk; door: Door; scan: LoggedScan | null; isLooking: boolean }

/** What came of the last scan, to be seen from an arm's length in the dark. */
export function ResultScreen({ desk, door, scan, isLooking }: Props) {
  const closed = closedReasons[door.Event.EventStatus]
  const idle = closed ? resultWords.EventNotOpen : 'Ready to scan'
  if (!scan || scan.IsUndone)
    return (
      <section className="result" data-tone="none" aria-label="Result" aria-live="assertive">
        <p className="word">{isLooking ? 'Looking…' : scan ? 'Undone' : idle}</p>
        {!isLooking && !scan && closed && <p className="reason">{closed}</p>}
      </section>
    )
  const { Result, Reason, Member, isWaiting } = scan
  return (
    <section className="result" data-tone={toneOf(Result)} aria-label="Result" aria-live="assertive">
      <p className="word">{isLooking ? 'Looking…' : resultWords[Result]}</p>
      {Member && (
        <p className="who">
          <span>
            {Member.FirstName} {Member.LastName}
          </span>
          {Member.MemberLevelDescription && <span className="level">{Member.MemberLevelDescription}</span>}
        </p>
      )}
      {Reason && Result !== 'Valid' && <p className="reason">{Reason}</p>}
      {isWaiting && <p className="reason">Decided by this device, offline.</p>}
      {door.CanOverride && !isWaiting && canOverride(scan) && (
        <Override key={scan.ScanId} onReason={(reason) => overrideScan(desk, scan, reason)} />
      )}
    </section>
  )
}

function Override({ onReason }: { onReason: (reason: string) => Promise<string | null> }) {
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(await onReason(reason))
  }
  if (!isAsking)
    return (
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Let in all the same
      </button>
    )
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <label>
        Reason
        <input
          required
          minLength={3}
          maxLength={200}
          autoComplete="off"
          ref={focus}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="button">
        Let in
      </button>
    </form>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
