import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { businessApi } from './business/business.ts'
import { configurationApi } from './business/configuration.ts'
import { consolePaths } from './console-paths.ts'
import { firstOfBusiness, firstPages } from './first-paths.ts'
import { membersApi } from './members/members.ts'

const pathOf = (read: string) => read.split('?')[0]?.replace('$1', '{businessId}')

test('what is asked for ahead of the scripts is what their calls ask for', () => {
  expect(pathOf(firstOfBusiness)).toBe(businessApi.listBusinesses.path)
  const [list, options] = firstPages.find(({ page }) => page === 'members')?.reads ?? []
  expect(pathOf(list ?? '')).toBe(membersApi.listMembers.path)
  expect(pathOf(options ?? '')).toBe(configurationApi.listMemberData.path.replace('{field}', 'Status'))
})

test.each(firstPages)(
  'the first page "$page" is one of the console, in a file that is there',
  ({ page, module }) => {
    const path = page === '' ? consolePaths.home : `${consolePaths.home}/${page}`
    expect(Object.values(consolePaths)).toContain(path)
    expect(existsSync(`web/${module}`)).toBe(true)
  },
)
