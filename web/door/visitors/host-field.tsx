import { useState } from 'react'
import { visitorDeskApi, type VisitorHost } from '#contract/visitors/visitor-desk.ts'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import CameraPicture from '#door/scanning/camera-view.tsx'
import FoundGuests from '#door/scanning/found-guests.tsx'
import { type Desk, guestOf } from '#door/desk/desk.ts'
import { useScannerKeys } from '#door/scanning/scanner-keys.ts'
import { isOffline } from './hand-in.ts'

/** The member who brings guests. Without a connection it may be no more than what was scanned or typed. */
export type ChosenHost = {
  readonly name: string
  readonly memberId?: string
  readonly code?: string
  /** What the server says of them; null where it could not be asked. */
  readonly known: VisitorHost | null
}

/** Asks who a member is, by a code, or by an id after a ~: the server, or else the list on this device. */
export async function findHost(desk: Desk, code: string): Promise<ChosenHost | string> {
  const id = code.startsWith('~') ? code.slice(1) : null
  const query: Record<string, string> = id === null ? { code } : { memberId: id }
  const answer = await desk.call(visitorDeskApi.findVisitorHost, { query })
  if (answer.ok) {
    const { MemberId, Name, Refusal } = answer.data
    return Refusal ?? { name: Name, memberId: MemberId, known: answer.data }
  }
  if (!isOffline(answer.status)) return answer.message
  const guest = await guestOf(desk, code)
  if (guest) return { name: guest.name, memberId: guest.id, known: null }
  return id === null ? { name: code, code, known: null } : visitorTexts.noSuchHost
}

type Props = {
  desk: Desk
  host: ChosenHost | null
  error: string | undefined
  onChange: (host: ChosenHost | null) => void
}

/** Who brings the guest: scanned, typed, or found by name. */
export function HostField({ desk, host, error, onChange }: Props) {
  const [problem, setProblem] = useState('')
  const [isLooking, setLooking] = useState(false)
  const [isCameraOn, setCameraOn] = useState(false)
  async function choose(code: string) {
    if (code.trim() === '' || isLooking) return
    setLooking(true)
    const found = await findHost(desk, code.trim())
    setLooking(false)
    setProblem(typeof found === 'string' ? found : '')
    onChange(typeof found === 'string' ? null : found)
  }
  useScannerKeys((code) => void choose(code))
  if (host) return <Chosen host={host} onChange={() => onChange(null)} />
  return (
    <>
      {isCameraOn && <CameraPicture onCode={(code) => void choose(code)} />}
      <button
        type="button"
        className="button"
        aria-pressed={isCameraOn}
        onClick={() => setCameraOn(!isCameraOn)}
      >
        {isCameraOn ? 'Stop the camera' : 'Scan with the camera'}
      </button>
      <TypedHost desk={desk} isLooking={isLooking} onCode={(code) => void choose(code)} />
      {(problem || error) && (
        <p role="alert" className="wrong">
          {problem || error}
        </p>
      )}
    </>
  )
}

function Chosen({ host, onChange }: { host: ChosenHost; onChange: () => void }) {
  const left = host.known?.GuestsLeft ?? null
  return (
    <div className="host" role="status">
      <p>
        Guest of <strong>{host.name}</strong>
        {left !== null && <span className="quiet">{` · ${left} more today`}</span>}
        {!host.known && <span className="quiet"> · not checked: no connection</span>}
      </p>
      <button type="button" className="button" onClick={onChange}>
        Another member
      </button>
    </div>
  )
}

type TypedProps = { desk: Desk; isLooking: boolean; onCode: (code: string) => void }

function TypedHost({ desk, isLooking, onCode }: TypedProps) {
  const [typed, setTyped] = useState('')
  const isName = /\p{L}{2}/u.test(typed) && !/\d/.test(typed)
  return (
    <div className="form">
      <label>
        Member’s number or name
        <input
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onCode(typed)
          }}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </label>
      {isName && <FoundGuests desk={desk} words={typed.trim()} onChoose={(id) => onCode(`~${id}`)} />}
      <button
        type="button"
        className="button"
        disabled={isLooking || typed.trim() === ''}
        onClick={() => onCode(typed)}
      >
        Find the member
      </button>
    </div>
  )
}
