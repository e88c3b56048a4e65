import { type DoorRules, reentryWords } from '#contract/events/door-rules.ts'
import { formatCount, formatDate } from '#ui/text/format.ts'
import { checkInOf } from './event-words.ts'

/** What a form may leave open. */
type Shown = { [Name in Exclude<keyof DoorRules, 'Sessions'>]?: DoorRules[Name] | undefined } & {
  Sessions?: readonly SessionShown[] | undefined
}
type SessionShown = Omit<DoorRules['Sessions'][number], 'SessionId' | 'Capacity'> & {
  Capacity?: number | null | undefined
}

/** What an event says of its door, name and value. */
export function doorFacts({ Reentry, Capacity, LetsSuspendedIn, Sessions = [] }: Shown) {
  return [
    ['Re-entry', reentryWords[Reentry ?? 'once']],
    ['Capacity', Capacity ? people(Capacity) : 'No limit'],
    ['Suspended members', LetsSuspendedIn ? 'Come in like all others' : 'Are turned away'],
    ...Sessions.map((session) => [session.Name || 'Session', sessionInWords(session)] as const),
  ] as const
}

/** When a session is, and how many may be in: '14 Nov 2026, 18:00 – 20:30, 120 people'. */
export function sessionInWords(session: SessionShown): string {
  const day = session.Date ? [formatDate(session.Date)] : []
  return [...day, checkInOf(session), ...(session.Capacity ? [people(session.Capacity)] : [])].join(', ')
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${formatCount(count)} people`
}
