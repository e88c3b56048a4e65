import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import type { OxlintOverride } from 'oxlint'

/** The walls of docs/architecture.md as lint rules: which folders may import what. */

type Wall = { regex: string; message: string }

// The linter's patterns can't say 'all but': any name that doesn't begin as one of these does.
const allBut = (...beginnings: string[]): string => {
  const letters = (index: number, begun: string) =>
    beginnings.filter((name) => name.startsWith(begun)).map((name) => name[index] ?? '')
  const strays = (begun: string): string[] =>
    beginnings.includes(begun)
      ? []
      : [
          `${begun}[^${letters(begun.length, begun).join('')}]`,
          ...letters(begun.length, begun).flatMap((letter) => strays(begun + letter)),
        ]
  return `(${strays('').join('|')})`
}

const zodAlone: Wall = {
  regex: `^(${allBut('.', '#contract/', 'zod')}|zod.)`,
  message: 'The contract imports zod alone.',
}
const noWeb: Wall = {
  regex: '^(#(web|ui|wallet|offline|console|parts|features|app|patron|door)/|react|@mantine/|@tanstack/)',
  message: 'The server meets the web through the contract alone.',
}
const noServer: Wall = {
  regex: '^(#hub$|#(server|platform)/|node:|pg$|@?fastify)',
  message: 'The web meets the server through the contract alone.',
}
const byTheDoor: Wall = {
  regex: '^#(server/[^/]+/|platform/)[^/]+/',
  message: 'A room is used by its door: #server/<module>/<room>, #platform/<room>.',
}
const noModule: Wall = {
  regex: '^#(hub$|server/)',
  message: 'Every module stands on this: it imports none of them.',
}
const noOtherModule: Wall = {
  regex: `^#(hub$|server/${allBut('messaging')})`,
  message: noModule.message,
}
const oneFeature =
  'A feature imports no other: what two need is in console/parts, pages that join two in console/app.'
const noFeature: Wall = { regex: '^#features/', message: oneFeature }
const noOtherThan = (feature: string): Wall => ({
  regex: `^#features/${allBut(`${feature}/`)}`,
  message: oneFeature,
})
const noApp: Wall = { regex: '^#app/', message: 'The frame around the pages uses them, not they it.' }
const noPart: Wall = { regex: '^#parts/', message: 'What every page stands on knows no domain.' }
const noPage: Wall = {
  regex: '^#(console|parts|features|app|patron|door)/',
  message: 'What every page stands on knows no domain and no page.',
}

const noWallet: Wall = {
  regex: '^#wallet/',
  message: 'What every page stands on knows no domain and no page.',
}
const noApi: Wall = { regex: '^#web/', message: 'What every page stands on knows no domain and no page.' }
const noConsole: Wall = {
  regex: '^#(console|parts|features|app)/',
  message: 'Pages of doors and patrons stand without the console: what both use is in web/platform.',
}
const noKit: Wall = {
  regex: '^(#(ui|console|parts|features|app|patron|door)/|@mantine/|@tanstack/)',
  message: 'Patrons see passes too, on pages without the console and its kit.',
}

// What mounts the modules has no database to give: a call's work has the connection that comes with the call, and no other.
const noDatabase: Wall = {
  regex: '^#platform/(database|driver|http)$',
  message: 'No handler is given the database: a call has one connection, its own.',
}

// Each row may use the rows above it and its neighbours, never what comes after.
export const layers = [
  ['identity', 'access', 'business', 'audit', 'operations'],
  ['members'],
  ['ledger', 'payments'],
  ['points', 'cards'],
  ['orders', 'passes'],
  ['events', 'requests', 'till'],
  ['visitors', 'wallets', 'reports', 'approvals'],
  // What is told of all of them: what waits, what happened, what is to be done first.
  ['today', 'bell', 'starting'],
  // What is sealed in all of them.
  ['secret'],
  // What takes all of it along.
  ['backup'],
  // What an operator types may use all of it.
  ['command'],
]

const noLaterThan = (row: number): Wall => ({
  regex: `^#server/(${layers
    .slice(row + 1)
    .flat()
    .join('|')})(/|$)`,
  message: 'This module is built on top of the one that imports it.',
})

// It hears keys only some time after the page is drawn.
const lateKeys = {
  name: '@mantine/hooks',
  importNames: ['useHotkeys'],
  message: 'Keys are heard as soon as the page is drawn: #ui/layout/use-hotkeys.ts.',
}

const within = (folders: string[], ...patterns: Wall[]): OxlintOverride => ({
  files: folders.map((folder) => `${folder}/**`),
  rules: { 'no-restricted-imports': ['error', { paths: [lateKeys], patterns }] },
})

/** A test may put together what it needs, with no more than its side's walls. */
const butForTests = (override: OxlintOverride): OxlintOverride => ({
  ...override,
  excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
})

const routesOf = (module: string) => [`server/${module}/routes.ts`, `server/${module}/*-routes.ts`]

const mounting = (files: string[], ...patterns: Wall[]): OxlintOverride => ({
  files,
  // Signing in is no call of somebody who is signed in: it brings its own transactions.
  excludeFiles: ['server/identity/*'],
  rules: { 'no-restricted-imports': ['error', { patterns: [noWeb, byTheDoor, noDatabase, ...patterns] }] },
})

const network = new Set(['dgram', 'http', 'http2', 'https', 'net', 'tls'])
/** All of Node that calls nobody. */
const quietModules = builtinModules
  .filter((name) => !network.has(name))
  .flatMap((name) => [name, `node:${name}`])

/** Who calls out, or listens, by itself, and whoever takes from there no more than words, types and what an address looks like. */
const ownConnections = [
  // Each call has its bound by inTime of #platform/outside.
  'server/wallets/apple/apple-push.ts',
  'server/messaging/mail.ts',
  'server/command/doctor/outside.ts',
  // What listens.
  'server/main.ts',
  'server/platform/serving/{hardening,metrics,open-connections,pipelining}.ts',
  'server/platform/postgres/embedded-postgres.ts',
  // Words, types, and what an address looks like.
  'server/platform/http/errors.ts',
  'server/platform/settings/{settings,trusted-proxies}.ts',
  'server/platform/limits/rate-limit.ts',
  'server/identity/factors/relying-party.ts',
]

// The last that fits a file replaces the others: narrower ones come later and repeat the wider one's walls.
export const walls: OxlintOverride[] = [
  butForTests(within(['contract'], zodAlone)),
  within(['server'], noWeb, byTheDoor),
  butForTests(within(['server/platform'], noWeb, noModule)),
  butForTests(within(['server/messaging'], noWeb, byTheDoor, noOtherModule)),
  ...layers.slice(0, -1).map((modules, row) => {
    const folders = modules.map((module) => `server/${module}`)
    return butForTests(within(folders, noWeb, byTheDoor, noLaterThan(row)))
  }),
  mounting(['server/app.ts']),
  mounting(routesOf('messaging'), noOtherModule),
  ...layers.slice(0, -1).map((modules, row) => mounting(modules.flatMap(routesOf), noLaterThan(row))),
  {
    files: ['server/**'],
    excludeFiles: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Whoever calls out has a bound: fetchInTime of #platform/outside.' },
      ],
    },
  },
  {
    files: ['server/**'],
    excludeFiles: ['**/*.test.ts', ...ownConnections],
    plugins: ['import'],
    rules: { 'import/no-nodejs-modules': ['error', { allow: quietModules }] },
  },
  within(['web'], noServer),
  within(['web/console/parts'], noServer, noFeature, noApp),
  ...readdirSync('web/console/features').map((feature) =>
    within([`web/console/features/${feature}`], noServer, noOtherThan(feature), noApp),
  ),
  within(['web/console/platform'], noServer, noFeature, noPart, noApp),
  within(['web/platform'], noServer, noPage, noWallet),
  within(['web/ui'], noServer, noPage, noWallet, noApi),
  within(['web/door', 'web/patron'], noServer, noConsole),
  within(['web/wallet'], noServer, noKit),
]
