/** Who can be signed in. */
export const visitorKinds = ['Guest', 'TemporaryMember', 'Reciprocal'] as const
export type VisitorKind = (typeof visitorKinds)[number]

/** What each is called. */
export const visitorKindWords: Readonly<Record<VisitorKind, string>> = {
  Guest: 'Guest of a member',
  TemporaryMember: 'Temporary member',
  Reciprocal: 'Reciprocal club',
}

// A day, and the night after it, wherever the event is.
const longestVisitMs = 36 * 60 * 60 * 1000

/** True where nobody can be in any more who was signed in then: when they left is no longer to be said. */
export function isVisitOver(signedInAt: string, now: number): boolean {
  return now - Date.parse(signedInAt) > longestVisitMs
}

/** What a visitor is, in a line: 'Guest of Ada Archer'. */
export function visitorLine(kind: VisitorKind, broughtBy: string | null): string {
  if (broughtBy === null) return visitorKindWords[kind]
  return kind === 'Guest' ? `Guest of ${broughtBy}` : `${visitorKindWords[kind]}: ${broughtBy}`
}

/** What is asked of where a visitor lives. */
export const askedPlaces = ['Address', 'Suburb'] as const
export type AskedPlace = (typeof askedPlaces)[number]

/** What guests sign, unless the business has words of its own. */
export const usualStatement =
  'I am a guest of the member named here, or otherwise entitled to enter, and the details above are right.'

/** What is said of visitors, by the server and by the door's own page alike. */
export const visitorTexts = {
  notAllowed: 'This club doesn’t sign in visitors of this kind. Choose another.',
  hostNeeded: 'Scan or type the code of the member who brings the guest, or find them by name.',
  noSuchHost: 'No member has this code. Scan or type it again, or find the member by name.',
  clubNeeded: 'Choose the club that the visitor is a member of.',
  noSuchClub: 'This club isn’t on the list of reciprocal clubs, or is no longer. Choose another.',
  clubNumberNeeded: 'Enter the visitor’s membership number at their club.',
  signatureNeeded: 'The visitor has to sign: draw the signature in the box.',
  eventNotOpen: 'Visitors can be signed in while the event is published and not over.',
  full: 'As many are in as may be. Somebody has to leave first, or a reason lets them in.',
  notInTime: 'Signed at a time at which the event wasn’t on: check the clock of the device.',
  askAtDesk: 'Ask at the desk about this entry.',
  taken: 'This entry is that of another door already. Sign the visitor in again.',
  voidedAlready: 'This entry has been voided already.',
  voidedNotIn: 'This entry has been voided: nobody is in by it.',
  longOver: 'This visit was days ago: nobody is in by it.',
} as const

/** What a door kit is told of a member who can't bring anybody: why is none of its business. */
export function cantSignIn(name: string): string {
  return `${name} can’t sign in guests today: ask at the desk.`
}

/** What is said where a member has brought as many as the business allows. */
export function tooManyGuests(name: string, most: number): string {
  const guests = most === 1 ? 'one guest' : `${most} guests`
  return `${name} has signed in ${guests} today, and no more are allowed.`
}

/** What is said of a place that wasn't filled in. */
export function placeNeeded(place: AskedPlace): string {
  return place === 'Address' ? 'Enter the visitor’s address.' : 'Enter the visitor’s suburb.'
}
