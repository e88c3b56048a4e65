import { useCallback, useEffect, useState } from 'react'
import type { VisitorDesk } from '#contract/visitors/visitor-desk.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { refreshNow } from '#door/desk/now.ts'
import { PeopleCount } from '#door/screen/people-count.tsx'
import { fetchRules, isOffline, useWaitingVisits } from './hand-in.ts'
import { VisitorForm } from './visitor-form.tsx'
import { useVisitorsIn, VisitorsIn } from './visitors-in.tsx'
import { WaitingVisits } from './waiting-visits.tsx'
import './visitors.css'

type Props = { desk: Desk; state: DoorState; onClose: () => void }

/** The register of visitors at a door: who comes, with whom, and their signature. */
export default function VisitorsScreen({ desk, state, onClose }: Props) {
  const { rules, problem, again } = useRules(desk)
  const { waiting, changed } = useWaitingVisits(desk)
  const visitors = useVisitorsIn(desk)
  const kept = () => {
    changed()
    void visitors.read()
    void refreshNow(desk)
  }
  return (
    <div className="apart">
      <title>{`Visitors · ${state.door?.Event.EventName}`}</title>
      <header className="apartHead">
        <h1>Sign in guests</h1>
        <p>
          {state.door?.Event.EventName} · {state.door?.BusinessName}
        </p>
        {/* Whoever signs somebody in sees whether there is room. */}
        <PeopleCount state={state} />
      </header>
      <main className="visitors">
        {problem && (
          <>
            <p role="alert" className="notice">
              {problem}
            </p>
            <button type="button" className="button" onClick={again}>
              Try again
            </button>
          </>
        )}
        {!rules && !problem && <p aria-busy>Opening the register…</p>}
        {rules && <VisitorForm desk={desk} rules={rules} onKept={kept} />}
        <WaitingVisits desk={desk} waiting={waiting} onWritten={changed} />
        <VisitorsIn {...visitors} />
      </main>
      <div className="apartBar">
        <button type="button" className="button" onClick={onClose}>
          Back to the door
        </button>
      </div>
    </div>
  )
}

const strange =
  'No connection, and this device hasn’t signed in guests at this door before: write it in the paper book.'

/** The rules of the business: as the server has them or, without a connection, as it last had. */
function useRules(desk: Desk) {
  const [rules, setRules] = useState<VisitorDesk | null>(null)
  const [problem, setProblem] = useState('')
  const read = useCallback(async () => {
    const answer = await fetchRules(desk)
    if (answer.ok) return setRules(answer.data)
    const kept = isOffline(answer.status)
      ? await desk.storage.readDesk(desk.key).catch(() => undefined)
      : null
    if (kept) setRules(kept.desk)
    else setProblem(kept === null ? answer.message : strange)
  }, [desk])
  useEffect(() => {
    const first = () => void read()
    first()
  }, [read])
  const again = () => {
    setProblem('')
    void read()
  }
  return { rules, problem, again }
}
