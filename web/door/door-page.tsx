import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { connect, runDoor } from '#door/desk/connection.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { DoorDesk } from './door-desk.tsx'
import { loadRefused, loadSignIn } from './later.ts'
import { waitingWords } from './waiting-words.ts'

const SignIn = lazy(loadSignIn)
const Refused = lazy(loadRefused)

/** The page of a door, in each of its states. */
export function DoorPage({ desk }: { desk: Desk }) {
  useEffect(() => runDoor(desk), [desk])
  const state = useDoor(desk)
  if (state.status === 'open' && state.door) return <DoorDesk desk={desk} state={state} door={state.door} />
  if (state.status === 'sign-in')
    return (
      <Suspense fallback={<Opening />}>
        <SignIn onSignedIn={() => connect(desk)} waiting={waitingWords(state)} isInDemo={state.isInDemo} />
      </Suspense>
    )
  if (state.status !== 'refused') return <Opening />
  return (
    <Suspense fallback={<Opening />}>
      <Refused desk={desk} state={state} />
    </Suspense>
  )
}

function Opening() {
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
