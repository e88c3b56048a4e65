import { isNearlyFull } from '#contract/events/door-rules.ts'
import type { DoorState } from '#door/desk/desk.ts'
import { peopleIn } from './people-in.ts'

/** How many are in, and how many more may come. */
export function PeopleCount({ state }: { state: DoorState }) {
  const { now } = state
  if (!now) return null
  const { Capacity: capacity, VisitorsIn: visitors = 0 } = now
  const inside = peopleIn(now.PeopleIn, state.scans) + visitors
  const left = capacity === null ? null : Math.max(0, capacity - inside)
  const warning = left === 0 ? 'Full' : isNearlyFull(inside, capacity) ? 'Nearly full' : null
  return (
    <section className="people" aria-label="People in" data-warning={warning !== null || undefined}>
      <p>
        <strong>{inside.toLocaleString('en-AU')}</strong> in
      </p>
      {visitors > 0 && <p>{visitors} of them visitors</p>}
      {capacity !== null && left !== null && (
        <p>
          {left.toLocaleString('en-AU')} left of {capacity.toLocaleString('en-AU')}
        </p>
      )}
      {warning && <p className="warning">{warning}</p>}
    </section>
  )
}
