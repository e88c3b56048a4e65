export { retentionLabels } from '#contract/words/retention-labels.ts'

/** What piles up, and falls away by itself where a business says after how many months. Texts before the lines they are of. */
export const retentionKinds = [
  'MessageTexts',
  'Messages',
  'AuditTrail',
  'MemberChanges',
  'CardChanges',
  'EventScans',
  'Visitors',
  'RequestFiles',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** After how many months each falls away; null for what is kept for good. */
export type RetentionMonths = Readonly<Record<RetentionKind, number | null>>

/** What falls away with each, and what stays. */
export const retentionSays: Readonly<Record<RetentionKind, string>> = {
  MessageTexts: 'What was written and to whom. That something was sent that day stays in the list.',
  Messages: 'The lines that are left of messages whose texts have fallen away, and who was in a sending.',
  AuditTrail: 'Who did what. Super administrators alone change this.',
  MemberChanges: 'What was changed of members. The members stay as they are.',
  CardChanges: 'What happened to cards. Cards and their transactions stay.',
  EventScans: 'Who came to events that are over. The figures of an event stay.',
  Visitors: 'Who was signed in at the doors, and by whom. New South Wales asks for three years.',
  RequestFiles:
    'What people added to applications and renewals, counted from the decision. The requests stay.',
}

/** The fewest months that each is kept: complaints, audits and corrections come late. Migrations 0068 and 0096 hold to it, too. */
export const shortestMonths: Readonly<Record<RetentionKind, number>> = {
  MessageTexts: 3,
  Messages: 12,
  AuditTrail: 12,
  MemberChanges: 12,
  CardChanges: 12,
  EventScans: 6,
  Visitors: 12,
  RequestFiles: 3,
}

/** What the platform itself keeps of messages and deeds that are no business's, by a setting of the installation. */
export const platformKinds = ['MessageTexts', 'Messages', 'AuditTrail'] as const

export const longestMonths = 240

/** Where counting what would fall away ends: nobody has to know more, and it takes no longer the more there is. */
export const mostCountedToFallAway = 100_000

export const retentionWords = {
  linesBeforeTexts: 'The list of messages can’t be shorter than their texts: keep it as long, or longer.',
  trailNotYours: 'Super administrators alone change how long the audit trail is kept.',
  isShorter:
    'More would fall away than before, and nobody can bring it back. Look at what it is, and confirm it.',
} as const

/** Months in words: '3 months', '2 years', 'for good'. */
export function monthsInWords(months: number | null): string {
  if (months === null) return 'for good'
  if (months % 12 !== 0) return `${months} months`
  return months === 12 ? '1 year' : `${months / 12} years`
}

/** Those that are kept for a shorter time than before. */
export function shorterKinds(before: RetentionMonths, after: RetentionMonths): RetentionKind[] {
  return retentionKinds.filter((kind) => (after[kind] ?? Infinity) < (before[kind] ?? Infinity))
}
