import { expect, test } from 'vitest'
import { createLines } from './lines.ts'

/** Work that ends when it is told to, and says who did it for whom. */
function slowWork() {
  const begun: string[] = []
  const ends: ((failure?: Error) => void)[] = []
  const by = (name: string) => (items: readonly string[]) => {
    begun.push(`${name}: ${items.join(' ')}`)
    return new Promise<string[]>((resolve, reject) =>
      ends.push((failure) =>
        failure ? reject(failure) : resolve(items.map((item) => `${item} by ${name}`)),
      ),
    )
  }
  return { begun, ends, by }
}

/** Lets all that can go on do so. */
const settle = () => new Promise(setImmediate)

test('the first begins at once, and the next takes along all who came meanwhile', async () => {
  const { begun, ends, by } = slowWork()
  const join = createLines<string, string>()
  const all = ['a', 'b', 'c'].map((name) => join('door', name, by(name)))
  expect(begun).toEqual(['a: a'])
  ends[0]!()
  await settle()
  expect(begun).toEqual(['a: a', 'b: b c'])
  const late = join('door', 'd', by('d'))
  ends[1]!()
  await settle()
  expect(begun.at(-1)).toBe('d: d')
  ends[2]!()
  expect(await Promise.all([...all, late])).toEqual(['a by a', 'b by b', 'c by b', 'd by d'])
})

test('lines don’t wait for each other, and one that was left begins anew', async () => {
  const { begun, ends, by } = slowWork()
  const join = createLines<string, string>()
  const both = [join('one', 'a', by('a')), join('other', 'b', by('b'))]
  for (const end of ends) end()
  await Promise.all(both)
  void join('one', 'c', by('c'))
  expect(begun).toEqual(['a: a', 'b: b', 'c: c'])
})

test('where it fails, each of the others does its own, and the line goes on', async () => {
  const { begun, ends, by } = slowWork()
  const join = createLines<string, string>()
  const first = join('door', 'a', by('a'))
  const others = ['b', 'c', 'd'].map((name) => join('door', name, by(name)))
  ends[0]!()
  await first
  await settle()
  ends[1]!(new Error('no'))
  await expect(others[0]).rejects.toThrow('no')
  await settle()
  expect(begun.slice(1)).toEqual(['b: b c d', 'c: c', 'd: d'])
  ends[2]!()
  ends[3]!(new Error('not this either'))
  expect(await others[1]).toBe('c by c')
  await expect(others[2]).rejects.toThrow('not this either')
  void join('door', 'e', by('e'))
  expect(begun.at(-1)).toBe('e: e')
})
