import { useState, type FormEvent } from 'react'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { loggedAs, relog, type Desk } from '#door/desk/desk.ts'
import { refreshNowSoon } from '#door/desk/now.ts'
import type { LoggedScan } from '#door/desk/storage.ts'

type Props = { desk: Desk; scan: LoggedScan; onAsk: () => void }

/** Lets somebody in all the same, with a reason. */
export default function LetInForm({ desk, scan, onAsk }: Props) {
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(await letInAllTheSame(desk, scan, reason))
  }
  function ask() {
    setAsking(true)
    onAsk()
  }
  if (!isAsking)
    return (
      <button type="button" className="button" onClick={ask}>
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

/** Lets somebody in all the same, also where it is full; what is wrong, or null. */
async function letInAllTheSame(desk: Desk, scan: LoggedScan, Reason: string): Promise<string | null> {
  const params = { scanId: scan.ScanId }
  const row = scan.Result === 'Full' ? eventScansApi.admitScan : eventScansApi.overrideScan
  const answer = await desk.call(row, { params, body: { Reason } })
  if (!answer.ok) return answer.status === 0 ? 'This needs a connection.' : answer.message
  await relog(desk, { ...(loggedAs(desk, scan) ?? scan), ...answer.data })
  refreshNowSoon(desk)
  return null
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
