import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What reads a paged list without telling how many there are, and why.
const uncounted: Readonly<Record<string, string>> = {
  'app/palette/named-places.ts': 'Finds a few by their names.',
  'features/bell/notice-list.tsx': 'The bell says how many are unread.',
  'features/events/attendance/who-is-in-page.tsx': 'Reads all, and says how many are in.',
  'features/members/codes/doubled-codes-notice.tsx': 'Says that there are some.',
  'features/members/notes/pinned-notes.tsx': 'Shows those that are pinned, which come first.',
  'features/members/user-venues.tsx': 'Shows those of its page that are the user’s.',
  'features/reports/close-pack/close-transactions.tsx': 'The line that they are behind says how many.',
  'features/reports/close-pack/unmatched-holds.tsx': 'The pack says how many.',
  'features/requests/reminders/foreseen-reminders.tsx': 'They are counted by day above the list.',
  'features/today/tonights-events.tsx': 'Shows those of tonight alone.',
  'features/visitors/print-page.tsx': 'Reads all, to be printed.',
  'parts/business-filter.tsx': 'Offers them to choose from.',
}

const home = 'web/console'
const sources = globSync(`${home}/{app,features,parts}/**/*.{ts,tsx}`)
  .filter((path) => !path.includes('.test.') && !path.endsWith('/counted-list.ts'))
  .map((path) => ({ path: path.slice(home.length + 1), source: readFileSync(path, 'utf8') }))

test('every list of the console tells how many it has', () => {
  const reads = sources.filter(({ source }) => /\buse(Live|KeptUp)?List\(/.test(source))
  const silent = reads.filter(({ source }) => !/\buseTotal\(/.test(source)).map(({ path }) => path)
  expect(silent.toSorted()).toEqual(Object.keys(uncounted).toSorted())
})
