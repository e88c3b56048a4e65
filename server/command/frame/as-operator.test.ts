import { userInfo } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { operator } from './as-operator.ts'

afterEach(() => vi.unstubAllEnvs())

test('the operator is who called the command, and else who runs it', () => {
  vi.stubEnv('OPERATOR', 'mary')
  expect(operator().name).toBe('Operator (mary)')
  vi.stubEnv('OPERATOR', '')
  expect(operator().name).toBe(`Operator (${userInfo().username})`)
})
