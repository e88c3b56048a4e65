import { expect, it } from 'vitest'
import { ownPath } from './requests.ts'

it.each(['/', '/businesses', '/businesses/harbourside/users?q=a%20b&edit=1#top', '/a//b', '/%2F/x'])(
  'goes on to %s',
  (path) => expect(ownPath(path)).toBe(path),
)

it.each([
  undefined,
  '',
  'businesses',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/a/..//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'http:evil.example',
])('goes to the front page instead of %j', (path) => expect(ownPath(path)).toBe('/'))
