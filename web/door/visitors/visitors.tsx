import { lazy, Suspense } from 'react'
import type { Door } from '#contract/events/event-scans.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { loadVisitorsButton, loadVisitorsScreen } from '#door/later.ts'
import { Boundary } from '#web/boundary.tsx'

const Button = lazy(loadVisitorsButton)
const Screen = lazy(loadVisitorsScreen)

/** The way to the register of visitors, a moment after the door itself. */
export function VisitorsButton(props: { desk: Desk; onOpen: () => void }) {
  const later = (
    <button type="button" className="button" disabled>
      Sign in guests
    </button>
  )
  // A device that has only the door itself, and no connection, scans without it.
  return (
    <Boundary fallback={later}>
      <Suspense fallback={later}>
        <Button {...props} />
      </Suspense>
    </Boundary>
  )
}

type Props = { desk: Desk; state: DoorState; door: Door; onClose: () => void }

/** Where guests are signed in. Where it can't be had the door goes on without it. */
export function VisitorsScreen(props: Props) {
  const failed = (
    <main className="message">
      <p role="alert">The register could not be opened.</p>
      <button type="button" className="button" onClick={props.onClose}>
        Back to the door
      </button>
    </main>
  )
  return (
    <Boundary fallback={failed}>
      <Suspense
        fallback={
          <main className="message" aria-busy>
            <p>Opening the register…</p>
          </main>
        }
      >
        <Screen {...props} />
      </Suspense>
    </Boundary>
  )
}
