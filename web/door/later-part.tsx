import { Suspense, type ReactNode } from 'react'
import { Boundary } from '#web/boundary.tsx'

/** A part of the page that is loaded later: nothing until it is there, and where it can't be had. */
export function LaterPart({ children }: { children: ReactNode }) {
  return (
    <Boundary fallback={null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}
