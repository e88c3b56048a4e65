/** The rule for how the console writes dates: as its user reads them, by web/ui/text/format.ts alone. */

const byFormat = 'Dates are written as their reader likes them: by #ui/text/format.ts, or <DateText>.'

const strays: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /\bIntl\.(DateTimeFormat|RelativeTimeFormat)\b/, message: byFormat },
  { pattern: /\.toLocale(Date|Time)String\(|\w*[dD]ate\.toLocaleString\(/, message: byFormat },
  { pattern: /\bnew Date\([^()]*\)\.to(Locale|Date|Time)?String\(/, message: byFormat },
  {
    pattern: /from '(dayjs|@mantine\/dates)/,
    message: 'The kit’s calendars know English alone: a date is picked in <DateField>.',
  },
  {
    pattern: /import .*\b(eventDaysOf|dayInWords)\b.* from '#contract\/events\/event-times\.ts'/,
    message: 'These are Australian, for doors and messages: the console has formatDays and formatDate.',
  },
]

// Where the rule is kept, or nobody reads a date who could have chosen.
const reasons: Readonly<Record<string, string>> = {
  'web/console/features/audit/platform-audit-page.tsx':
    'asks which zone its reader is in, and writes no date',
  'web/console/platform/days.ts': 'asks which zone its reader is in, and writes no date',
  'web/patron/kit/shell.tsx': 'patrons have no account to choose in',
  'web/ui/date/date-field.tsx': 'is the one that picks dates',
  'web/ui/text/format.ts': 'is the one that writes them',
}

/** The files that have a reason. */
export const excusedOfDates = Object.keys(reasons)

/** How a file writes dates in a way of its own, a line for each. */
export function strayDates(path: string, text: string): string[] {
  if (path in reasons || /\.test\.tsx?$/.test(path)) return []
  return text.split('\n').flatMap((line, index) => {
    const stray = strays.find(({ pattern }) => pattern.test(line))
    return stray ? [`${path}:${index + 1}: ${stray.message}`] : []
  })
}
