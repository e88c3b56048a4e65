import { expect, test } from 'vitest'
import { readGuestList } from './guest-list.ts'

const list = readGuestList({
  Levels: ['Bronze', 'Gold'],
  Members: ['Zoë Müller\t1\tnumber-one\tbadge-one', 'José O’Brien\t\tnumber-two', 'Joe Miller\t0\tnumber-3'],
})

test('finds a guest by the hash of any code', () => {
  const zoe = { name: 'Zoë Müller', level: 'Gold', hash: 'number-one' }
  expect(list.byHash('number-one')).toEqual(zoe)
  expect(list.byHash('badge-one')).toEqual(zoe)
  expect(list.byHash('number-two')).toEqual({ name: 'José O’Brien', level: null, hash: 'number-two' })
  expect(list.byHash('number-9')).toBeNull()
})

test('finds guests by parts of their names, without accents', () => {
  expect(list.byName('jo').map(({ name }) => name)).toEqual(['José O’Brien', 'Joe Miller'])
  expect(list.byName('muller ZOE').map(({ name }) => name)).toEqual(['Zoë Müller'])
  expect(list.byName(' ')).toEqual([])
  expect(list.byName('bronze')).toEqual([])
})

test('a hundred thousand guests are looked up in under 5 ms', () => {
  const Members = Array.from({ length: 100_000 }, (_, i) => `Guest ${i} Number\t0\thash-of-${i}`)
  const many = readGuestList({ Levels: ['Gold'], Members })
  const began = performance.now()
  for (let i = 0; i < 100; i++) expect(many.byHash(`hash-of-${i * 999}`)?.level).toBe('Gold')
  expect((performance.now() - began) / 100).toBeLessThan(5)
  expect(many.size).toBe(100_000)
})
