import type { Desk } from '#door/desk/desk.ts'
import { useWaitingVisits } from './hand-in.ts'
import type { WaitingVisit } from './waiting.ts'
import './visitors.css'

/** What is left of the visitors of a door that is closed for good. */
export default function VisitorsLeft({ desk }: { desk: Desk }) {
  const { waiting, changed } = useWaitingVisits(desk)
  return <WaitingVisits desk={desk} waiting={waiting} onWritten={changed} />
}

type Props = { desk: Desk; waiting: readonly WaitingVisit[]; onWritten: () => void }

/** The visitors that the server has yet to be told. Whom it refuses somebody writes down elsewhere, and takes off the list. */
export function WaitingVisits({ desk, waiting, onWritten }: Props) {
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting-visitors" className="waiting">
      <h2 id="waiting-visitors">To be handed in</h2>
      <p>They stay on this device until there is a connection.</p>
      <ul>
        {waiting.map(({ VisitId, visit, refusal }) => (
          <li key={VisitId}>
            <strong>
              {visit.FirstName} {visit.LastName}
            </strong>
            {refusal && (
              <>
                <span role="alert">{` ${refusal} Write it in the paper book.`}</span>{' '}
                <button
                  type="button"
                  className="button"
                  aria-label={`${visit.FirstName} ${visit.LastName}: written in the book`}
                  onClick={() => void desk.storage.removeVisit(VisitId).then(onWritten)}
                >
                  Written in the book
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
