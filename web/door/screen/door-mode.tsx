import { change, type Desk, type DoorState } from '#door/desk/desk.ts'
import { refreshNow } from '#door/desk/now.ts'

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
          onClick={() => change(desk, { direction })}
        >
          {direction}
        </button>
      ))}
    </div>
  )
}

/** Which session the door is for, where the event has several. */
export function SessionChoice({ desk, state }: Props) {
  const sessions = state.door?.Sessions ?? []
  if (sessions.length < 2) return null
  return (
    <label className="session">
      Session
      <select
        value={state.sessionId ?? ''}
        onChange={({ target }) => {
          change(desk, { sessionId: target.value || null, now: null })
          void refreshNow(desk)
        }}
      >
        <option value="">The one that checks in now</option>
        {sessions.map(({ SessionId, Name }) => (
          <option key={SessionId} value={SessionId}>
            {Name}
          </option>
        ))}
      </select>
    </label>
  )
}
