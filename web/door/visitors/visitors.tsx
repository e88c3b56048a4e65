import { lazy, Suspense } from 'react'
import type { Desk } from '#door/desk/desk.ts'
import { loadVisitorsButton } from '#door/later.ts'
import { Boundary } from '#web/boundary.tsx'

const Button = lazy(loadVisitorsButton)

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
