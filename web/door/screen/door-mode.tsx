import { change, keep, type Desk, type DoorState } from '#door/desk/desk.ts'

type Props = { desk: Desk; state: DoorState }

const directions = { In: 'In', Out: 'Out' } as const

/** Which way people go through the door: the page looks another way while they leave, so that nobody forgets it. */
export function DirectionSwitch({ desk, state }: Props) {
  return (
    <div className="directions" role="group" aria-label="Direction">
      {Object.values(directions).map((direction) => (
        <button
          key={direction}
          type="button"
          className="button"
          aria-pressed={state.direction === direction}
          onClick={() => {
            change(desk, { direction })
            void keep(desk, {})
          }}
        >
          {direction}
        </button>
      ))}
    </div>
  )
}
