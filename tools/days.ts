/** The rule for days: they are the business's, or an event's, and never those of whoever happens to ask. */

type Stray = { readonly pattern: RegExp; readonly message: string }

const sqlDay: Stray = {
  pattern: /\b(current_date|localtimestamp)\b|\bnow\(\)(::date| at time zone)/i,
  message: 'The day of the database is nobody’s: ask business_day(), or zone_day() of an event.',
}
// An instant as SQL names it: a column such as e.at or created_at, or the clock; and with what is added or taken.
const column = String.raw`\b(?:\w+\.)?(?:\w+_)?at`
const instant = String.raw`(?:${column}|(?:now|current_instant)\(\))`
const shifted = String.raw`${instant}(?:\s*[+-](?:[^(),]|\((?:[^()]|\([^()]*\))*\))*)?`
const instantDays = [
  String.raw`${column}::date\b`,
  String.raw`\(${shifted}\)::date\b`,
  String.raw`\bcast\(${instant} as date\)`,
  String.raw`\bdate_trunc\('(?:day|week|month|quarter|year)', ${shifted}\)`,
]
const instantDay: Stray = {
  pattern: new RegExp(instantDays.join('|'), 'i'),
  message: 'The day of an instant is told in a zone: business_day(at), or zone_day(zone, at).',
}
const utcDay: Stray = {
  pattern: /toISOString\(\)\s*\.(slice\(0, 10\)|split\('T'\))/,
  message: 'The day in UTC is nobody’s: ask businessDay (#platform/days), or zonedTime with a zone.',
}
const bareNow: Stray = {
  pattern: /new Date\(\)|\brightNow\(\)/,
  message:
    'Days are told by the database’s clock (#platform/days); an instant has its reason in tools/days.ts.',
}
const namedZone: Stray = {
  pattern: /'Australia\//,
  message: 'The zone is the business’s: business_zone().',
}

const lastBefore = '0053-business-day.sql'

// Where an instant is meant, or a day that is in no zone.
const reasons: Readonly<Record<string, string>> = {
  'contract/events/event-times.ts': 'counts days by the calendar, whatever the zone',
  'contract/values/parse-date.ts': 'tells which century two digits are of, and whether a date exists',
  'server/access/user-person.ts': 'whether the hours of a session are over',
  'server/backup/move/export.ts': 'the moment at which a file was written',
  'server/backup/nightly/take-nightly.ts': 'the moment that a backup is of',
  'server/cards/disbursement/disbursement-notice.ts': 'the moment at which somebody was told',
  'server/command/backup/backup-command.ts': 'the moment that a backup is of',
  'server/command/backup/upgrade-command.ts': 'the moment that a backup is of',
  'server/command/move/export-command.ts': 'the moment that an export is of',
  'server/command/doctor/finding.ts': 'the day on which a certificate ends, as certificates tell it',
  'server/events/attendance/attendance.ts': 'the last days of a front door, in the zone of the event',
  'server/events/attendance/occasion-sums.ts': 'which day or session is on, in the zone of the event',
  'server/events/doors/door-event.ts': 'whether an event is over, in its own zone',
  'server/events/doors/door.ts': 'the clock that devices compare theirs with',
  'server/events/doors/door-kits.ts': 'whether an event is over, in its own zone',
  'server/events/presence/door-now.ts': 'which day or session is on, in the zone of the event',
  'server/events/presence/entries-now.ts': 'which day is on, in the zone of the entry',
  'server/events/presence/door-search.ts': 'which day or session is on, in the zone of the event',
  'server/events/presence/who-is-in.ts': 'which day or session is on, in the zone of the event',
  'server/events/record/coming-days.ts': 'whether a day of an event is over, in its own zone',
  'server/events/record/complete-events.ts': 'whether an event is over, in its own zone',
  'server/events/record/event-list.ts': 'what is on today, in the zone of each event',
  'server/events/record/event-record.ts': 'whether an event is on or soon will be, in its own zone',
  'server/events/record/events.ts': 'whether an event is over, in its own zone',
  'server/events/scans/settle.ts': 'since when somebody is in, in the zone of the event',
  'server/till/holds.ts': 'the moment on a receipt',
  'server/wallets/apple/apple-service.ts': 'the moment of an answer, in a header',
  'server/wallets/signing/local-chain.ts': 'from when a certificate holds',
}

/** The files that have a reason. */
export const excusedOfDays = Object.keys(reasons)

/** What a file says of days that it shouldn't, a line for each. */
export function strayDays(path: string, text: string): string[] {
  return straysFor(path).flatMap(({ pattern, message }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${message}`] : [])),
  )
}

function straysFor(path: string): Stray[] {
  const name = path.split('/').at(-1) ?? ''
  if (path.endsWith('.sql')) return name > lastBefore ? [sqlDay, instantDay, namedZone] : []
  const isDomain = /^(contract|server)\//.test(path) && !path.startsWith('server/platform/')
  if (!isDomain || path.endsWith('.test.ts')) return []
  // The demo lays instants out around the moment at which it is made.
  if (path.startsWith('server/demo/')) return [{ ...sqlDay, pattern: /\bcurrent_date\b/i }, utcDay]
  return path in reasons ? [sqlDay, instantDay] : [sqlDay, instantDay, utcDay, bareNow]
}
