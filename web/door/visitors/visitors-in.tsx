import { useCallback, useEffect, useState } from 'react'
import { type PersonIn, whoIsInApi } from '#contract/events/who-is-in.ts'
import { visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import { visitorLine } from '#contract/visitors/visitor-words.ts'
import type { Desk } from '#door/desk/desk.ts'
import { refreshNow } from '#door/desk/now.ts'
import { isOffline } from './hand-in.ts'

/** The visitors who are in, to be checked out as they leave. */
export function VisitorsIn({ people, hasMore, problem, left, setLeft }: ReturnType<typeof useVisitorsIn>) {
  return (
    <section aria-labelledby="visitors-in" className="waiting">
      <h2 id="visitors-in">In now</h2>
      <p role="status">{left ? `${nameOf(left)} has left.` : ''}</p>
      {left && (
        <button type="button" className="button" onClick={() => void setLeft(left, false)}>
          {`Undo: ${nameOf(left)} is in`}
        </button>
      )}
      {problem && <p role="alert">{problem}</p>}
      {people?.length === 0 && <p>No visitors are in.</p>}
      <ul>
        {people?.map((person) => (
          <li key={person.Visit?.VisitId} className="visitorIn">
            <span>
              <strong>{nameOf(person)}</strong>
              {person.Visit && ` ${visitorLine(person.Visit.Kind, person.Visit.BroughtBy)}`}
            </span>
            <button
              type="button"
              className="button"
              aria-label={`${nameOf(person)} has left`}
              onClick={() => void setLeft(person, true)}
            >
              Has left
            </button>
          </li>
        ))}
      </ul>
      {hasMore && <p>There are more: the list of who is in has them all.</p>}
    </section>
  )
}

const nameOf = ({ FirstName, LastName }: PersonIn) => `${FirstName} ${LastName}`

const unknown = 'Who is in can’t be read without a connection.'
const notNow = 'There is no connection. Try again when there is one.'
// Others sign visitors in, too, and see them leave.
const readMs = 15_000

type Shown = {
  readonly people: readonly PersonIn[] | null
  readonly hasMore: boolean
  readonly problem: string
}

/** The visitors who are in; `read` has them read anew. */
export function useVisitorsIn(desk: Desk) {
  const [shown, show] = useState<Shown>({ people: null, hasMore: false, problem: '' })
  const [left, setLastLeft] = useState<PersonIn | null>(null)
  const tell = useCallback((problem: string) => show((before) => ({ ...before, problem })), [])
  const read = useCallback(async () => {
    const answer = await desk.call(whoIsInApi.listWhoIsIn, { query: { of: 'visitors', limit: '200' } })
    if (!answer.ok) return tell(isOffline(answer.status) ? unknown : answer.message)
    const { Results, _links } = answer.data
    // A server of the release before tells of members alone.
    const people = Results.filter(({ Visit }) => Visit !== null)
    show({ people, hasMore: _links.next !== undefined, problem: '' })
  }, [desk, tell])
  useEffect(() => {
    const again = () => void read()
    again()
    const timer = setInterval(again, readMs)
    return () => clearInterval(timer)
  }, [read])
  async function setLeft(person: PersonIn, HasLeft: boolean) {
    const params = { visitId: person.Visit?.VisitId ?? '' }
    const answer = await desk.call(visitorDeskApi.checkOutVisitor, { params, body: { HasLeft } })
    if (!answer.ok) return tell(isOffline(answer.status) ? notNow : answer.message)
    setLastLeft(HasLeft ? person : null)
    await Promise.all([read(), refreshNow(desk)])
  }
  return { ...shown, left, read, setLeft }
}
