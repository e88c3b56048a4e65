import { expect, test } from 'vitest'
import { installedDependencies, isAllowed } from './installed-licences.mjs'

test('every installed dependency has a licence that is allowed', () => {
  const dependencies = installedDependencies()
  expect(dependencies).toContainEqual(expect.objectContaining({ name: 'fastify', licence: 'MIT' }))
  expect(dependencies.filter((each) => !isAllowed(each))).toEqual([])
})

test.each([
  ['MIT', true],
  ['(BSD-3-Clause OR GPL-2.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['LGPL-3.0-or-later', false],
  ['MIT OR ISC AND GPL-3.0', false],
  ['none named', false],
])('%s: allowed %s', (licence, answer) => {
  expect(isAllowed({ name: 'some-package', licence })).toBe(answer)
})

test('what is allowed for one family of packages is allowed for that alone', () => {
  expect(isAllowed({ name: '@img/sharp-libvips-linux-x64', licence: 'LGPL-3.0-or-later' })).toBe(true)
})
