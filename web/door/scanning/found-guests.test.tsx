import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mostGuestsCounted } from '#contract/events/doors/door-search.ts'
import { FoundList } from './found-guests.tsx'
import type { Named } from './guest-search.ts'

const ann = { id: 'ann', name: 'Ann Ash', level: 'Gold', details: {} } as unknown as Named['guests'][number]

const shown = (guests: Named['guests'], found: number) =>
  renderToStaticMarkup(
    <FoundList named={{ guests, found, nobody: 'Nobody has this name.' }} onChoose={() => undefined} />,
  )

test('a search by name says how many more have it, and what to do', () => {
  expect(shown([ann], 8)).toContain('And 7 more: type more of the name.')
  expect(shown([ann], mostGuestsCounted)).toContain(`And more than ${mostGuestsCounted - 1} more:`)
})

test('where all of them are shown there are no more, and nobody is said to be nobody', () => {
  expect(shown([ann], 1)).toContain('Ann Ash')
  expect(shown([ann], 1)).not.toContain('more')
  expect(shown([], 0)).toContain('Nobody has this name.')
})
