import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf } from './imported-file.ts'

// Files of a few lines with one user that stand apart all the same, and why.
const reasons: Readonly<Record<string, string>> = {
  'web/ui/form/undo-line.tsx': 'It is markup, and its user is a file without any.',
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const files = globSync(['{contract,server,web,tools,tests}/**/*.{ts,tsx,mjs}', '*.config.ts'])
const importing = /(from|import|import\()\s*'([#.][^'\s]+)'/g

const users = new Map<string, Set<string>>()
/** What somebody fetches only when it is needed, which is why it is a file. */
const fetchedLater = new Set<string>()
for (const path of files)
  for (const [, way, imported = ''] of readFileSync(path, 'utf8').matchAll(importing)) {
    const file = fileOf(imported, path)
    if (file === null || !existsSync(file)) continue
    users.set(file, (users.get(file) ?? new Set()).add(path))
    if (way === 'import(') fetchedLater.add(file)
  }

/** What a module has mounted stands in files of these names, however short. */
const mounted = ['routes.ts', 'tasks.ts', 'merge.ts']

/** The one that imports a file; nothing where that is a door, which has users of its own. */
function onlyUser(path: string): string | null {
  const [user, ...others] = users.get(path) ?? []
  return user === undefined || others.length > 0 || basename(user) === 'index.ts' ? null : user
}

const short = files.filter(
  (path) =>
    /^(contract|server|web|tools)\/.*\.tsx?$/.test(path) &&
    !isTest(path) &&
    ![...mounted, 'index.ts'].includes(basename(path)) &&
    readFileSync(path, 'utf8').trimEnd().split('\n').length < 15,
)

test('a file of a few lines that one other uses is part of that', () => {
  const alone = short.filter((path) => onlyUser(path) !== null && !fetchedLater.has(path))
  expect(alone).toEqual(Object.keys(reasons))
})

test('it sees who uses a file', () => {
  expect(short.length).toBeGreaterThan(100)
  expect(Object.keys(reasons).map((path) => onlyUser(path))).toEqual(['web/ui/feedback/toasts.ts'])
})
