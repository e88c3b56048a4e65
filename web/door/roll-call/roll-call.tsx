import { useState } from 'react'
import { eventTitle } from '#contract/events/event-files.ts'
import { sinceWhen, zonedTime } from '#contract/events/event-times.ts'
import type { PersonIn } from '#contract/events/who-is-in.ts'
import { visitorLine } from '#contract/visitors/visitor-words.ts'
import type { Desk, DoorState } from '#door/desk/desk.ts'
import { type RollCall, useRollCall } from './who-is-in.ts'
import './roll-call.css'

type Props = { desk: Desk; state: DoorState; onClose: () => void }

/** Who is in at this moment, to be called out where people gather: on a phone in one hand, or on paper. */
export default function RollCallPage({ desk, state, onClose }: Props) {
  const call = useRollCall(desk)
  const { people, problem, read } = call
  const event = state.door?.Event
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => {
    const next = new Set(seen)
    if (!next.delete(key)) next.add(key)
    setSeen(next)
  }
  return (
    <div className="apart">
      <title>{event ? eventTitle(event, 'who is in') : 'Who is in'}</title>
      <header className="apartHead">
        <h1>Who is in</h1>
        {event && <p>{`${event.EventName} · ${state.door?.BusinessName}`}</p>}
        {people && (
          <p className="sum" role="status">
            {sumOf(people, seen)}
          </p>
        )}
        <AsOf call={call} state={state} />
        {problem && <p role="alert">{problem}</p>}
      </header>
      <main className="rollCall">
        {!people && !problem && <p aria-busy>Reading who is in…</p>}
        {people?.length === 0 && <p>Nobody is in at this moment.</p>}
        <ul aria-label="Who is in">
          {people?.map((person) => (
            <li key={keyOf(person)}>
              <label>
                <input
                  type="checkbox"
                  checked={seen.has(keyOf(person))}
                  onChange={() => toggle(keyOf(person))}
                />
                <PersonLine person={person} zone={event?.TimeZoneId} readAt={call.readAt} />
              </label>
            </li>
          ))}
        </ul>
      </main>
      <Bar onClose={onClose} onRead={read} isWhole={people !== null && problem === ''} />
    </div>
  )
}

type BarProps = { onClose: () => void; onRead: () => void; isWhole: boolean }

function Bar({ onClose, onRead, isWhole }: BarProps) {
  return (
    <div className="apartBar">
      <button type="button" className="button" onClick={onClose}>
        Back to the door
      </button>
      <button type="button" className="button" onClick={onRead}>
        Read again
      </button>
      <button type="button" className="button" disabled={!isWhole} onClick={() => print()}>
        Print
      </button>
    </div>
  )
}

const keyOf = ({ MemberId, Visit }: PersonIn) => MemberId ?? `visit ${Visit?.VisitId}`

function sumOf(people: readonly PersonIn[], seen: ReadonlySet<string>): string {
  const found = people.filter((person) => seen.has(keyOf(person))).length
  return `${people.length} in, ${found} seen, ${people.length - found} to find`
}

/** Of when the list is, and that a door which doesn't see all members doesn't list all who are in. */
function AsOf({ call: { people, readAt }, state }: { call: RollCall; state: DoorState }) {
  const zone = state.door?.Event.TimeZoneId
  if (!people || !readAt || !zone) return null
  const counted = (state.now?.PeopleIn ?? 0) + (state.now?.VisitorsIn ?? 0)
  const others = counted - people.filter(({ IsByOldList }) => !IsByOldList).length
  return (
    <p>
      As of {zonedTime(readAt, zone).time}.
      {others > 0 && ` ${others} more are in by the count: this door doesn’t see everybody.`}
    </p>
  )
}

type LineProps = { person: PersonIn; zone: string | undefined; readAt: Date | null }

function PersonLine({ person, zone, readAt }: LineProps) {
  const { FirstName, LastName, MembershipNumber, Since, Session, IsByOldList, Visit } = person
  const details = [
    Visit ? visitorLine(Visit.Kind, Visit.BroughtBy) : MembershipNumber,
    Session?.Name,
    zone && readAt && sinceWhen(new Date(Since), zone, readAt).replace(/\.$/, ''),
    IsByOldList && 'let in by an old list',
  ]
  return (
    <span>
      <strong>
        {LastName}, {FirstName}
      </strong>
      <small>{details.filter(Boolean).join(' · ')}</small>
    </span>
  )
}
