import { lazy, Suspense } from 'react'
import type { Door } from '#contract/events/event-scans.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { loadVisitorsButton, loadVisitorsScreen } from '#door/later.ts'

const Button = lazy(loadVisitorsButton)
const Screen = lazy(loadVisitorsScreen)

/** The way to the register of visitors, a moment after the door itself. */
export function VisitorsButton(props: { desk: Desk; onOpen: () => void }) {
  return (
    <Suspense
      fallback={
        <button type="button" className="button" disabled>
          Sign in guests
        </button>
      }
    >
      <Button {...props} />
    </Suspense>
  )
}

type Props = { desk: Desk; state: DoorState; door: Door; onClose: () => void }

/** Where guests are signed in. */
export function VisitorsScreen(props: Props) {
  return (
    <Suspense
      fallback={
        <main className="message" aria-busy>
          <p>Opening the register…</p>
        </main>
      }
    >
      <Screen {...props} />
    </Suspense>
  )
}
