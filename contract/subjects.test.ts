import { describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'

const rows: [string, Endpoint][] = Object.entries(api)
const writes = rows.filter(([, { method }]) => method !== 'GET')
const reads = rows.filter(([, { method }]) => method === 'GET')

/** Writes that nobody sees anything of elsewhere, each with the reason. */
const unseen: Readonly<Record<string, string>> = {
  refreshToken: 'a session is known to its browser alone',
  prove: 'a session is known to its browser alone',
  signOut: 'a session is known to its browser alone',
  requestReset: 'it sends a letter, if anything',
  describeTicket: 'it says whose link it is',
  acceptWithMicrosoft: 'it leads on to Microsoft, and nothing is done before it comes back',
  describeEmailChange: 'it says whose link it is',
  beginHolderReload: 'it begins a payment, and nothing is on the card before that is paid',
  requestCardLink: 'it sends a message to the holder',
  requestPassLink: 'it sends a message to the holder',
  sendRenewalLink: 'it sends a message to the member',
  sendRenewalCode: 'it sends a message to the member',
}

describe('every row says what it is about', () => {
  test.each(writes)('%s says what it changes', (name, { changes, changesNothing }) => {
    expect(changes).toBeDefined()
    if (changes?.length === 0) expect(changesNothing === true || name in unseen).toBe(true)
  })

  test.each(reads)('%s says what it shows', (_, { shows }) => expect(shows).toBeDefined())
})

test('what writes change and what reads show is the same', () => {
  const changed = new Set(rows.flatMap(([, { changes = [] }]) => changes))
  const shown = new Set(rows.flatMap(([, { shows = [] }]) => shows))
  expect([...changed].toSorted()).toEqual([...shown].toSorted())
})

test('no reason is left over', () => {
  const silent = writes.filter(([, { changes }]) => changes?.length === 0).map(([name]) => name)
  expect(silent).toEqual(expect.arrayContaining(Object.keys(unseen)))
})
