import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const found = (path: string, pattern: RegExp) => [...readFileSync(path, 'utf8').matchAll(pattern)]

test('docs/reliability.md says of each part which tests play it in short, and they are there', () => {
  const parts = found('tools/operate/index.ts', /^ {2}(\w+),$/gm).map(([, name]) => name)
  const rows = found('docs/reliability.md', /^\| (`[a-z0-9`, ]+) \| (.*\.test\.ts.*) \|.*\|$/gm)
  const told = rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
  expect(new Set(told)).toEqual(new Set(parts))
  for (const [, , tests = ''] of rows)
    for (const [, path = ''] of tests.matchAll(/`([^`]+\.test\.ts)`/g))
      expect(existsSync(path), path).toBe(true)
})
