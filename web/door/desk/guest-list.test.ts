import { expect, test } from 'vitest'
import { detailsLine } from '#contract/events/doors/door-list.ts'
import { mostGuestsCounted } from '#contract/events/doors/door-search.ts'
import { guestListOf, readGuests } from './guest-list.ts'

const list = guestListOf(
  [
    'Zoë Müller\tGold\tzoe\tnumber-one\tbadge-one\t=231|Manly|1980\nJosé O’Brien\t\tjose\tnumber-two',
    'Joe Miller\tBronze\tjoe\tnumber-3',
  ].map(readGuests),
)

test('finds a guest by the hash of any code, and by the id', () => {
  const details = { number: '…231', suburb: 'Manly', birthYear: '1980' }
  const zoe = { name: 'Zoë Müller', level: 'Gold', id: 'zoe', details }
  expect(list.find('zoe')).toEqual(zoe)
  expect(list.find('number-one')).toEqual(zoe)
  expect(list.find('badge-one')).toEqual(zoe)
  expect(list.find('number-two')).toEqual({
    name: 'José O’Brien',
    level: null,
    id: 'jose',
    details: { number: null, suburb: null, birthYear: null },
  })
  expect(list.find('number-9')).toBeNull()
  expect(list.find('=231|Manly|1980')).toBeNull()
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

test('tells people of one name apart, by as much as is known of each', () => {
  const lines = ['=231|Manly|1980', '=7||1951', '=||', '=42|Manly'].map(
    (details, i) => `Kim Lee\t\tid-${i}\thash-${i}\t${details}`,
  )
  const { guests } = guestListOf([readGuests(lines.join('\n'))]).byName('kim')
  expect(guests.map((guest) => detailsLine(guest.details))).toEqual([
    '…231 · Manly · born 1980',
    '…7 · born 1951',
    '',
    '…42 · Manly',
  ])
})

test('says so where more have a name than are counted, however many parts they are in', () => {
  const part = (n: number) =>
    Array.from({ length: 300 }, (_, i) => `Kim ${n}-${i}\t\tid-${n}-${i}`).join('\n')
  const { guests, found } = guestListOf([1, 2, 3, 4].map((n) => readGuests(part(n)))).byName('kim')
  expect([guests.length, found]).toEqual([20, mostGuestsCounted])
})

test('a hundred thousand guests are looked up', () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `Guest ${i} Number\tGold\tid-${i}\thash-of-${i}`)
  const texts = Array.from({ length: 100 }, (_, i) => lines.slice(i * 1_000, (i + 1) * 1_000).join('\n'))
  const many = guestListOf(texts.map(readGuests))
  for (let i = 0; i < 100; i++) expect(many.find(`hash-of-${i * 999}`)?.level).toBe('Gold')
  expect(many.size).toBe(100_000)
})
