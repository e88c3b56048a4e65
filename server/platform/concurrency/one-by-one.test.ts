import { expect, test } from 'vitest'
import { oneByOne } from './one-by-one.ts'

test('one that fails keeps no other from its turn, and is told at the end', async () => {
  const done: number[] = []
  const work = oneByOne([1, 2, 3, 4], async (item) => {
    if (item % 2 === 0) throw new Error(`no ${item}`)
    done.push(item)
  })
  await expect(work).rejects.toThrow('2 of 4 failed, the first: no 2')
  expect(done).toEqual([1, 3])
})
