import { useEffect, useState, useSyncExternalStore } from 'react'
import { connect, runDoor } from '#door/desk/connection.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { DoorDesk } from './door-desk.tsx'
import { SignIn } from './sign-in.tsx'
import { waitingWords } from './waiting-words.ts'

/** The page of a door, in each of its states. */
export function DoorPage({ desk }: { desk: Desk }) {
  useEffect(() => runDoor(desk), [desk])
  const state = useDoor(desk)
  if (state.status === 'open' && state.door) return <DoorDesk desk={desk} state={state} door={state.door} />
  if (state.status === 'sign-in')
    return <SignIn onSignedIn={() => connect(desk)} waiting={state.waiting} isInDemo={state.isInDemo} />
  if (state.status === 'refused') return <Refused state={state} onRetry={() => connect(desk)} />
  return (
    <main className="message" aria-busy>
      <p>Opening the door…</p>
    </main>
  )
}

function useDoor(desk: Desk): DoorState {
  return useSyncExternalStore(
    (listener) => {
      desk.listeners.add(listener)
      return () => desk.listeners.delete(listener)
    },
    () => desk.state,
  )
}

function Refused({ state, onRetry }: { state: DoorState; onRetry: () => Promise<void> }) {
  const [isTrying, setTrying] = useState(false)
  return (
    <main className="message">
      <h1>This door is closed</h1>
      <p role="alert">{state.message}</p>
      {state.waiting > 0 && <p>{waitingWords(state.waiting)} They stay on this device until then.</p>}
      <button
        type="button"
        className="button"
        disabled={isTrying}
        onClick={() => {
          setTrying(true)
          void onRetry().finally(() => setTrying(false))
        }}
      >
        Try again
      </button>
    </main>
  )
}
