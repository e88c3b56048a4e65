import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layers } from './walls.ts'

// A deliberate bad import for every wall, and the words that refuse it.
const refused = [
  ['contract', 'date-fns', 'The contract imports zod alone'],
  ['contract/cards', '#server/members', 'The contract imports zod alone'],
  ['contract', '#console/session.ts', 'The contract imports zod alone'],
  ['contract', '@date-fns/tz', 'The contract imports zod alone'],
  ['contract', 'zxing-wasm', 'The contract imports zod alone'],
  ['server', '#ui/table/data-table.tsx', 'The server meets the web through the contract alone'],
  ['server/cards/issuing', 'react', 'The server meets the web through the contract alone'],
  ['server/cards/issuing', '#server/members/search/wanted', 'by its door'],
  ['server/cards/issuing', '#platform/database/pool', 'by its door'],
  ['server/cards/issuing', '../account/card-record.ts', 'no-relative-parent-imports'],
  // Circles are refused, also of types alone.
  ['server/till/one.ts', './other.ts', 'no-cycle'],
  ['server/till/other.ts', './one.ts', 'no-cycle'],
  ['server/members/search', '#server/cards', 'built on top of the one that imports it'],
  ['server/members/search', '#server/cards/account', 'built on top of the one that imports it'],
  ['server/passes/issued', '#server/reports', 'built on top of the one that imports it'],
  ['server/platform/database', '#server/members/search', 'it imports none of them'],
  ['server/platform/http', '#hub', 'it imports none of them'],
  ['server/messaging', '#server/members/search', 'it imports none of them'],
  ['server/members', '../platform/database/index.ts', 'no-relative-parent-imports'],
  ['server/app.ts', '#platform/database', 'a call has one connection, its own'],
  ['server/cards/routes.ts', '#platform/database', 'a call has one connection, its own'],
  ['server/passes/pass-routes.ts', '#platform/http', 'a call has one connection, its own'],
  ['server/members/routes.ts', '#server/cards/account', 'built on top of the one that imports it'],
  ['server/messaging/routes.ts', '#server/members/search', 'it imports none of them'],
  ...['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram', 'https'].map(
    (name) => ['server/till/calls-out', name, 'no-nodejs-modules'] as const,
  ),
  ['server/platform/jobs', 'node:https', 'no-nodejs-modules'],
  ['web/console/app', '#server/members/search', 'The web meets the server through the contract alone'],
  ['web/console/app', '#hub', 'The web meets the server through the contract alone'],
  ['web/console/app', 'node:fs', 'The web meets the server through the contract alone'],
  ['web/console/features/cards', '#features/members/list/members-list.tsx', 'A feature imports no other'],
  ['web/console/features/cards/list', '#features/members/keep-member.ts', 'A feature imports no other'],
  ['web/console/features/cards/list', '#features/cardsharps/list.tsx', 'A feature imports no other'],
  ['web/console/features/cards/list', '#app/pages.ts', 'The frame around the pages'],
  ['web/console/features/cards', '../members/members-page.tsx', 'no-relative-parent-imports'],
  ['web/console/platform', '#features/members/members-page.tsx', 'A feature imports no other'],
  ['web/console/parts', '#features/members/members-page.tsx', 'A feature imports no other'],
  ['web/console/platform', '#parts/member-filter.tsx', 'knows no domain'],
  ['web/ui/table', '#parts/member-filter.tsx', 'knows no domain and no page'],
  ['web/ui', '#features/members/members-page.tsx', 'knows no domain and no page'],
  ['web/ui', '#console/session.ts', 'knows no domain and no page'],
  ['web/ui', '#wallet/apple-pass.tsx', 'knows no domain and no page'],
  ['web/ui', '#web/api-client.ts', 'knows no domain and no page'],
  ['web/platform', '#console/session.ts', 'knows no domain and no page'],
  ['web/door/desk', '#console/session.ts', 'stand without the console'],
  ['web/wallet', '@mantine/core', 'Patrons see passes too'],
  ['server/passes/issued', '#wallet/apple-pass.tsx', 'The server meets the web through the contract alone'],
] as const

const allowed = [
  ['contract', 'zod'],
  ['contract/cards', '#contract/values/mobile.ts'],
  ['contract/members', './members.ts'],
  ['server/cards/issuing', '#server/members/search'],
  ['server/cards/issuing', '#server/cards/account'],
  ['server/cards/issuing', '#platform/database'],
  ['server/cards/issuing', '#contract/cards/cards.ts'],
  ['server/cards/issuing', './card-orders.ts'],
  ['server/till/calls-out', 'node:stream/consumers'],
  ['server/wallets/apple/apple-push.ts', 'node:http2'],
  ['web/console/features/cards/list', '#ui/table/data-table.tsx'],
  ['web/console/features/cards/list', '#features/cards/card-badge.tsx'],
  ['web/console/features/cards', '#console/session.ts'],
  ['web/console/features/cards', '#parts/member-filter.tsx'],
  ['web/console/app', '#features/cards/list/cards-page.tsx'],
  ['web/console/features/cards', '#wallet/apple-pass.tsx'],
] as const

type Diagnostic = { filename: string; code: string; help?: string }

// A folder, or the file itself that may not.
const nameOf = (place: string, imported: string) =>
  place.endsWith('.ts') ? place : `${place}/${imported.replaceAll(/\W/g, '_')}.ts`
const complaints = new Map<string, string>()
let tree = ''
const callsOut = 'server/till/calls-out.ts'
const hearsLate = 'web/console/features/cards/hears-late.ts'

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'hub-walls-'))
  cpSync('oxlint.config.ts', join(tree, 'oxlint.config.ts'))
  cpSync('tools/walls.ts', join(tree, 'tools/walls.ts'))
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  for (const [folder, imported] of [...refused, ...allowed]) {
    const file = join(tree, nameOf(folder, imported))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `import type { Something } from '${imported}'\n\nexport type It = Something\n`)
  }
  writeFileSync(join(tree, callsOut), `export const ask = () => fetch('https://hub.example')\n`)
  writeFileSync(join(tree, hearsLate), `export { useHotkeys } from '@mantine/hooks'\n`)
  const lint = spawnSync('node_modules/.bin/oxlint', ['--format=json', 'contract', 'server', 'web'], {
    cwd: tree,
    encoding: 'utf8',
  })
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(lint.stdout)
  for (const { filename, code, help } of diagnostics) complaints.set(filename, `${code} ${help}`)
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe('the walls', () => {
  it.each(refused)('keep %s from importing %s', (folder, imported, words) => {
    expect(complaints.get(nameOf(folder, imported))).toContain(words)
  })

  it.each(allowed)('let %s import %s', (folder, imported) => {
    expect(complaints.get(nameOf(folder, imported))).toBeUndefined()
  })

  it('keep the server from calling out without a bound', () => {
    expect(complaints.get(callsOut)).toContain('no-restricted-globals')
  })

  it('keep pages from hearing keys late', () => {
    expect(complaints.get(hearsLate)).toContain('no-restricted-imports')
  })

  it('know every module of the server', () => {
    const folders = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const apart = ['platform', 'messaging', 'migrations', 'demo']
    const modules = folders.map((folder) => folder.name).filter((name) => !apart.includes(name))
    expect(layers.flat()).toEqual(expect.arrayContaining(modules))
  })

  // Of a hundred files in one folder nobody finds one: it is divided by use (docs/architecture.md).
  it('stand around rooms that can be looked over', () => {
    const sizes = new Map<string, number>()
    for (const top of ['contract', 'server', 'web', 'tests/e2e', 'tests/harness', 'tools'])
      for (const entry of readdirSync(top, { withFileTypes: true, recursive: true }))
        if (/(?<!\.(?:test|spec))\.(?:tsx?|mjs)$/.test(entry.name))
          sizes.set(entry.parentPath, (sizes.get(entry.parentPath) ?? 0) + 1)
    expect([...sizes].filter(([, count]) => count > 20)).toEqual([])
  })

  it('have a door in every room of the server', () => {
    const rooms = readdirSync('server', { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isDirectory() && dirname(entry.parentPath) === 'server')
      .map((entry) => join(entry.parentPath, entry.name))
    expect(rooms.length).toBeGreaterThan(50)
    expect(rooms.filter((room) => !existsSync(join(room, 'index.ts')))).toEqual([])
  })
})
