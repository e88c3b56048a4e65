import { type FormEvent, useState } from 'react'
import type { VisitorDesk } from '#contract/visitors/visitor-desk.ts'
import { visitorKindWords, type VisitorKind } from '#contract/visitors/visitor-words.ts'
import type { Desk } from '#door/desk/desk.ts'
import { type ChosenHost, findHost, HostField } from './host-field.tsx'
import { useScannerKeys } from '#door/scanning/scanner-keys.ts'
import { type Outcome, signInVisitor } from './sign-in-visitor.ts'
import { SignaturePad } from './signature-pad.tsx'

type Props = { desk: Desk; rules: VisitorDesk; onKept: () => void }

const nothing = {
  FirstName: '',
  LastName: '',
  Address: '',
  ClubName: '',
  ClubNumber: '',
  LetInReason: '',
  Signature: null as string | null,
}
type Filled = typeof nothing

/** A visitor's entry: filled in by whoever is at the door, signed by the visitor. */
export function VisitorForm({ desk, rules, onKept }: Props) {
  const visit = useVisit(desk, rules, onKept)
  const { filled, set, sign, kind, setKind, host, setHost, errors, message, done, isSending, submit } = visit
  if (rules.Kinds.length === 0)
    return <p className="notice">This club signs in no visitors. Its rules for visitors say so.</p>
  const text = (name: Exclude<keyof Filled, 'Signature'>) => ({
    value: filled[name],
    error: errors[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <form className="form visitor" noValidate onSubmit={(event) => void submit(event)}>
      <p role="status" className={done ? 'done' : undefined}>
        {done}
      </p>
      <KindField kinds={rules.Kinds} value={kind} error={errors.Kind} onChange={setKind} />
      {kind === 'Guest' && <HostField desk={desk} host={host} error={errors.HostCode} onChange={setHost} />}
      {kind !== 'Guest' && (
        <ScannedCard onCode={(code) => kind === 'Reciprocal' && set({ ClubNumber: code.trim() })} />
      )}
      {kind === 'Reciprocal' && (
        <>
          <ClubField names={rules.ClubNames} {...text('ClubName')} />
          <TextField label="Membership number there" most={40} {...text('ClubNumber')} />
        </>
      )}
      <TextField label="First name" most={80} {...text('FirstName')} />
      <TextField label="Last name" most={80} {...text('LastName')} />
      <TextField label={rules.AsksFor} most={200} {...text('Address')} />
      <p className="statement">{rules.Statement}</p>
      <SignaturePad label="Signature" value={filled.Signature} error={errors.Signature} onChange={sign} />
      <ReasonField key={visit.visitId} {...text('LetInReason')} />
      {message && (
        <p role="alert" className="wrong">
          {message}
        </p>
      )}
      <button type="submit" className="button primary" disabled={isSending}>
        {isSending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}

function useVisit(desk: Desk, rules: VisitorDesk, onKept: () => void) {
  const [visitId, setVisitId] = useState(newId)
  const [kind, setKind] = useState<VisitorKind>(rules.Kinds[0] ?? 'Guest')
  const [host, setHost] = useState<ChosenHost | null>(null)
  const [filled, setFilled] = useState<Filled>(nothing)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [done, setDone] = useState('')
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setDone('')
    const named = host && { HostMemberId: host.memberId, HostCode: host.code }
    const result = await signInVisitor(desk, rules, { ...filled, Kind: kind, ...named }, visitId)
    setSending(false)
    setOutcome(result)
    if (result.kind !== 'wrong') await next(result.kind)
  }

  /** The next visitor; a member often brings several. */
  async function next(how: 'in' | 'kept') {
    const name = `${filled.FirstName.trim()} ${filled.LastName.trim()}`
    setDone(
      how === 'in' ? `${name} is signed in.` : `${name} is noted, and handed in once there is a connection.`,
    )
    setVisitId(newId())
    setFilled(nothing)
    window.scrollTo({ top: 0 })
    onKept()
    if (kind !== 'Guest' || !host?.memberId) return
    const again = await findHost(desk, `~${host.memberId}`)
    setHost(typeof again === 'string' ? null : again)
  }
  const wrong = outcome?.kind === 'wrong' ? outcome : null
  return {
    visitId,
    filled,
    set: (patch: Partial<Filled>) => setFilled((now) => ({ ...now, ...patch })),
    sign: (change: (now: string | null) => string | null) =>
      setFilled((now) => ({ ...now, Signature: change(now.Signature) })),
    kind,
    setKind,
    host,
    setHost,
    errors: wrong?.errors ?? {},
    message: wrong && (wrong.message || 'Something is missing: it is marked above.'),
    done,
    isSending,
    submit,
  }
}

// Only pages of a secure address have randomUUID; a door may be opened by its address in the house.
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

type FieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

function TextField({ label, most, value, error, onChange }: FieldProps & { label: string; most: number }) {
  return (
    <label>
      {label}
      <input
        value={value}
        maxLength={most}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <span className="wrong">{error}</span>}
    </label>
  )
}

/** Keeps a card that is scanned out of the field that has the focus: it has the number at the other club, or is nobody's here. */
function ScannedCard({ onCode }: { onCode: (code: string) => void }) {
  useScannerKeys(onCode)
  return null
}

/** Asked for once, it stays until the next visitor: who empties it to write another reason still has it. */
function ReasonField(field: FieldProps) {
  const [isAsked, setAsked] = useState(false)
  if (field.error && !isAsked) setAsked(true)
  return isAsked && <TextField label="Reason to let them in" most={200} {...field} />
}

function ClubField({ names, value, error, onChange }: FieldProps & { names: readonly string[] }) {
  if (names.length === 0)
    return <p className="notice">No reciprocal clubs are on the list. The rules for visitors have it.</p>
  return (
    <label>
      Club
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose a club</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {error && <span className="wrong">{error}</span>}
    </label>
  )
}

type KindProps = {
  kinds: readonly VisitorKind[]
  value: VisitorKind
  error: string | undefined
  onChange: (kind: VisitorKind) => void
}

function KindField({ kinds, value, error, onChange }: KindProps) {
  if (kinds.length === 1) return null
  return (
    <fieldset className="kinds">
      <legend>Who is signed in</legend>
      {kinds.map((kind) => (
        <label key={kind}>
          <input type="radio" name="kind" checked={value === kind} onChange={() => onChange(kind)} />
          {visitorKindWords[kind]}
        </label>
      ))}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}
