import { expect, test } from 'vitest'
import type { Desk } from '#door/desk/desk.ts'
import { readEverybody } from './who-is-in.ts'

const person = (LastName: string) => ({ MemberId: LastName, FirstName: 'A', LastName })

/** A door whose list comes in these pages. */
function deskWith(...pages: readonly object[]): Pick<Desk, 'call'> {
  let asked = 0
  return { call: (async () => pages[asked++]) as unknown as Desk['call'] }
}

const next = { href: 'https://hub.example/who-is-in?continuationToken=abc' }
const first = { ok: true, data: { Results: [person('Ash')], _links: { next } } }
const last = { ok: true, data: { Results: [person('Bay')], _links: {} } }

test('everybody is read, page by page until the last', async () => {
  expect(await readEverybody(deskWith(first, last))).toMatchObject({
    people: [{ LastName: 'Ash' }, { LastName: 'Bay' }],
    problem: '',
  })
})

test('what was read stays on the screen where there is no connection, and goes where the door is shut', async () => {
  const offline = await readEverybody(deskWith(first, { ok: false, status: 0, message: '' }))
  expect(offline).toEqual({ problem: 'Who is in can’t be read without a connection.' })
  const spent = { ok: false, status: 401, message: 'This door kit no longer works.' }
  expect(await readEverybody(deskWith(spent))).toMatchObject({ people: null, problem: spent.message })
})
