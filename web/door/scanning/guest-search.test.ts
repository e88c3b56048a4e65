import { expect, test } from 'vitest'
import { createDesk, type Desk } from '#door/desk/desk.ts'
import { guestListOf, readGuests } from '#door/desk/guest-list.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { listed, withListed } from './guest-search.ts'

const desk = (patch: Partial<Desk['state']>, guests: Desk['guests'] = null) => {
  const place = { businessId: 'club', eventId: 'night' }
  const made = createDesk(place, 'kit', createMemoryStorage())
  return { guests, state: { ...made.state, ...patch } }
}

test('that nobody has the name is said by a list alone', () => {
  const list = guestListOf([readGuests('Ann Lee\tGold\tann')])
  expect(listed(desk({}, list), 'zoe')).toMatchObject({ nobody: 'Nobody on the list has this name.' })
  expect(listed(desk({}, list), 'lee').guests).toHaveLength(1)
  expect(listed(desk({ isOnline: false }), 'lee').nobody).toMatch(/^Without a connection and a list /)
  expect(listed(desk({ isOnline: true }), 'lee').nobody).toBe('Looking…')
  expect(listed(desk({ isOnline: true }), 'le').nobody).toBe('Type three letters of the name.')
})

test('who leaves is found by the list, too: the server may not know yet that they are in', () => {
  const guests = guestListOf([readGuests('Ann Lee\tGold\tann\nBo Lee\tGold\tbo')])
  const told = { guests: [{ id: 'bo', name: 'Bo Lee' }], found: 1, nobody: '' } as never
  const { guests: shown, found } = withListed({ guests }, 'lee', told)
  expect(shown.map(({ id }) => id)).toEqual(['bo', 'ann'])
  expect(found).toBe(2)
})
