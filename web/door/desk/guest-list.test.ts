import { expect, test } from 'vitest'
import { guestListOf, readGuests } from './guest-list.ts'

const list = guestListOf(
  [
    'Zoë Müller\tGold\tzoe\tnumber-one\tbadge-one\nJosé O’Brien\t\tjose\tnumber-two',
    'Joe Miller\tBronze\tjoe\tnumber-3',
  ].map(readGuests),
)

test('finds a guest by the hash of any code, and by the id', () => {
  const zoe = { name: 'Zoë Müller', level: 'Gold', id: 'zoe' }
  expect(list.find('zoe')).toEqual(zoe)
  expect(list.find('number-one')).toEqual(zoe)
  expect(list.find('badge-one')).toEqual(zoe)
  expect(list.find('number-two')).toEqual({ name: 'José O’Brien', level: null, id: 'jose' })
  expect(list.find('number-9')).toBeNull()
})

test('finds guests by parts of their names, without accents', () => {
  expect(list.byName('jo').guests.map(({ name }) => name)).toEqual(['Joe Miller', 'José O’Brien'])
  expect(list.byName('muller ZOE').guests.map(({ name }) => name)).toEqual(['Zoë Müller'])
  expect(list.byName(' ')).toEqual({ guests: [], found: 0 })
  expect(list.byName('bronze')).toEqual({ guests: [], found: 0 })
})

test('says how many have a name that more have than are shown', () => {
  const lines = Array.from({ length: 32 }, (_, i) => `Kim ${i} Lee\t\tid-${i}`)
  const { guests, found } = guestListOf([readGuests(lines.join('\n'))]).byName('kim lee')
  expect([guests.length, found]).toEqual([20, 32])
})

test('a hundred thousand guests are looked up in under 5 ms', () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `Guest ${i} Number\tGold\tid-${i}\thash-of-${i}`)
  const texts = Array.from({ length: 100 }, (_, i) => lines.slice(i * 1_000, (i + 1) * 1_000).join('\n'))
  const many = guestListOf(texts.map(readGuests))
  const began = performance.now()
  for (let i = 0; i < 100; i++) expect(many.find(`hash-of-${i * 999}`)?.level).toBe('Gold')
  expect((performance.now() - began) / 100).toBeLessThan(5)
  expect(many.size).toBe(100_000)
})
