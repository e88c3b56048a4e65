import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf } from './imported-file.ts'

// Those of types alone are gone when it runs.
const loading = /^(?:import|export)\s+(?!type\s)(?:[^'"=;]*?\sfrom\s+)?'([^']+)'/gm

/** All files of ours that are loaded with one: itself, and what it imports, and so on. */
function reachOf(module: string): ReadonlySet<string> {
  const found = new Set([module])
  // What is added while it is gone through is gone through, too.
  for (const file of found)
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(loading)) {
      const next = fileOf(imported, file)
      if (next) found.add(next)
    }
  return found
}

// Whoever needs one function doesn't load a module for it (decision 0034). More than this is a door to be made narrower; a
// larger number is to be explained there.
const most = [
  ['server/platform/database/index.ts', 65],
  ['server/messaging/index.ts', 101],
  ['server/business/index.ts', 98],
  ['server/ledger/index.ts', 98],
  ['server/members/record/index.ts', 108],
  ['server/members/search/index.ts', 151],
  ['server/cards/account/index.ts', 120],
  ['server/orders/placing/place-order.ts', 242],
] as const

test.each(most)('%s reaches no more than %i files', (module, files) => {
  expect(reachOf(module).size).toBeLessThanOrEqual(files)
})

test('an order is placed without what issues, claims and replaces cards, or registers businesses', () => {
  const rooms = new Set([...reachOf('server/orders/placing/place-order.ts')].map(dirname))
  for (const room of ['cards/issuing', 'cards/claiming', 'cards/replacing', 'business/register'])
    expect(rooms).not.toContain(`server/${room}`)
  expect(rooms).toContain('server/members/contacts')
})
