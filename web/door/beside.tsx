import { lazy, Suspense } from 'react'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { Boundary } from '#web/boundary.tsx'
import { loadRollCall, loadVisitorsScreen } from './later.ts'

const screens = { visitors: lazy(loadVisitorsScreen), rollCall: lazy(loadRollCall) }

/** What a door has beside scanning: where guests are signed in, and who is in. */
export type ScreenBeside = keyof typeof screens

type Props = { which: ScreenBeside; desk: Desk; state: DoorState; onClose: () => void }

/** A screen beside scanning. Where it can't be had the door goes on without it. */
export function Beside({ which, ...props }: Props) {
  const Screen = screens[which]
  const failed = (
    <main className="message">
      <p role="alert">This could not be opened.</p>
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
            <p>Opening…</p>
          </main>
        }
      >
        <Screen {...props} />
      </Suspense>
    </Boundary>
  )
}
