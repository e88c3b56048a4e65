import { messages } from '#contract/messages.ts'
import type { DoorState } from '#door/desk/desk.ts'

const text = messages.doorList

/** How much of the list has come, while it comes for the first time. */
export default function ListProgress({ listing, isOnline }: Pick<DoorState, 'listing' | 'isOnline'>) {
  if (!listing) return null
  const { done, total } = listing
  return (
    <section className="listing" aria-labelledby="listing">
      <p id="listing">
        {total === 0 ? text.isBeingMade : (isOnline ? text.coming : text.interrupted)(done, total)}
      </p>
      <progress aria-labelledby="listing" max={Math.max(total, 1)} value={done} />
    </section>
  )
}
