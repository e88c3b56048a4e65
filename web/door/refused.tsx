import { lazy, Suspense, useState } from 'react'
import type { Me } from '#contract/access/session.ts'
import { signOut, worksAt } from '#door/desk/calls.ts'
import { connect } from '#door/desk/connection.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { forgetKit } from '#door/desk/place.ts'
import { Beside } from './beside.tsx'
import { loadVisitorsLeft } from './later.ts'
import { waitingWords } from './waiting-words.ts'

const VisitorsLeft = lazy(loadVisitorsLeft)

/** A door that is shut: why, and what can be done about it. */
export default function Refused({ desk, state }: { desk: Desk; state: DoorState }) {
  const [isTrying, setTrying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCalling, setCalling] = useState(false)
  const [{ account }, waiting] = [state, waitingWords(state)]
  function attempt(work: () => Promise<unknown>) {
    setTrying(true)
    void work().finally(() => setTrying(false))
  }
  async function changeAccount() {
    const wrong = await signOut()
    setProblem(wrong)
    // Nobody is signed in any more: it asks who comes, and opens for them.
    if (wrong === null) await connect(desk)
  }
  if (isCalling)
    return <Beside which="rollCall" desk={desk} state={state} onClose={() => setCalling(false)} />
  return (
    <main className="message">
      <h1>This door is closed</h1>
      <p role="alert">{state.message}</p>
      {account && <p>{accountWords(desk, state, account)}</p>}
      {waiting && <p>{waiting} They stay on this device until then.</p>}
      {state.visits > 0 && worksAt(desk.place, account) && (
        <Suspense>
          <VisitorsLeft desk={desk} />
        </Suspense>
      )}
      {problem && <p role="alert">{problem}</p>}
      <button
        type="button"
        className="button"
        disabled={isTrying}
        onClick={() => attempt(() => connect(desk))}
      >
        Try again
      </button>
      <WhoIsIn state={state} onOpen={() => setCalling(true)} />
      {state.isKitSpent && (
        <button type="button" className="button" onClick={() => signInInstead(desk)}>
          Sign in instead
        </button>
      )}
      {account && (
        <button type="button" className="button" disabled={isTrying} onClick={() => attempt(changeAccount)}>
          Sign in as somebody else
        </button>
      )}
    </main>
  )
}

/** That its venue is closed may be why it is read out. */
function WhoIsIn({ state, onOpen }: { state: DoorState; onOpen: () => void }) {
  if (!state.isShutForNow || !state.isOnline) return null
  return (
    <button type="button" className="button" onClick={onOpen}>
      Who is in
    </button>
  )
}

/** Without its kit the door asks who comes; what waits is still there, and they hand it in. */
function signInInstead({ place }: Desk): void {
  forgetKit(place)
  location.reload()
}

/** Whose account doesn't open it, and whose door it is. */
function accountWords({ place }: Desk, { owner }: DoorState, account: Me): string {
  const whose = worksAt(place, account) ? '' : ` This door belongs to ${owner ?? 'another business'}.`
  return `You are signed in as ${account.Email}.${whose}`
}
