import { useEffect, useState } from 'react'
import { sessionOfTheHour } from '#contract/events/door-rules.ts'
import { sessionTitle } from '#contract/events/session-days.ts'
import { change, keep, type Desk, type DoorState } from '#door/desk/desk.ts'
import { refreshNow } from '#door/desk/now.ts'
import { leavePastSession, sessionsToCome } from './past-session.ts'

const lookMs = 15_000

/** Which session the door is for, where the event has several. One that is past is let go of, and the choice is here. */
export default function SessionChoice({ desk, state }: { desk: Desk; state: DoorState }) {
  const wasLeft = usePastSessionLeft(desk)
  const sessions = state.door?.Sessions ?? []
  return (
    <div className="session">
      <p>
        <span>Session</span>
        <span role="status">
          {wasLeft && state.sessionId === null && 'The session that this door was set to is over.'}
        </span>
      </p>
      <select
        aria-label="Session"
        value={state.sessionId ?? ''}
        onChange={({ target }) => {
          change(desk, { sessionId: target.value || null, now: null })
          void keep(desk, {})
          void refreshNow(desk)
        }}
      >
        <option value="">{sessionOfTheHour}</option>
        {sessionsToCome(desk).map((session) => (
          <option key={session.SessionId} value={session.SessionId}>
            {sessionTitle(session, sessions)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Looks now and then whether the session of the door is past, also without a connection; true once one was let go of. */
function usePastSessionLeft(desk: Desk): boolean {
  const [wasLeft, setLeft] = useState(false)
  useEffect(() => {
    const look = () => void leavePastSession(desk).then((isLeft) => isLeft && setLeft(true))
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [desk])
  return wasLeft
}
