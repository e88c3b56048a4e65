import type { Desk } from '#door/desk/desk.ts'
import { useWaitingVisits } from './hand-in.ts'

/** Opens the register of visitors. What waits on the device is handed in by it, also while nobody opens it. */
export default function VisitorsButton({ desk, onOpen }: { desk: Desk; onOpen: () => void }) {
  const { waiting } = useWaitingVisits(desk)
  return (
    <button type="button" className="button" onClick={onOpen}>
      Sign in guests{waiting.length > 0 && ` (${waiting.length} to hand in)`}
    </button>
  )
}
