import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMark } from '#contract/answer-mark.ts'
import { createDesk } from '#door/desk/desk.ts'
import { createMemoryStorage } from '#door/desk/memory-storage.ts'
import { handInVisits } from './hand-in.ts'
import type { WaitingVisit } from './waiting.ts'

beforeEach(() => void vi.stubGlobal('isSecureContext', false))
afterEach(() => void vi.unstubAllGlobals())

const waiting = {
  VisitId: 'visit-0001',
  key: 'club/night',
  visit: { SignedAt: '2026-01-02T10:00:00.000Z' },
  refusal: null,
} as unknown as WaitingVisit

const me = (BusinessId: string | null) => ({
  Uid: 'u',
  Email: 'door@club.example',
  DisplayName: 'Drew',
  Role: 'Door',
  BusinessId,
  IsSuperAdmin: BusinessId === null,
  Permissions: [],
  AuthorisedVenues: [],
  SignsInWith: 'Password',
  DateLocale: 'en-AU',
  SecondFactor: { IsSet: false, IsRequired: false, DueDate: null },
})

/** What is left of a visitor whose event isn't found, by who is signed in, or by a kit. */
async function leftAfter(account: object | null, kit: string | null = null) {
  const desk = createDesk({ businessId: 'club', eventId: 'night' }, kit, createMemoryStorage())
  await desk.storage.keepVisit(waiting)
  const headers = { [answerMark.name]: answerMark.value }
  const gone = { ErrorCode: 'not_found', ErrorMessage: 'The event was not found.' }
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/visitors')) return Response.json(gone, { status: 404, headers })
    return account ? Response.json(account, { headers }) : Response.error()
  })
  await handInVisits(desk)
  return (await desk.storage.listVisits()).map(({ refusal }) => refusal)
}

test('an event that is gone has its visitors written down elsewhere', async () => {
  expect(await leftAfter(me('club'))).toEqual(['The event was not found.'])
  expect(await leftAfter(me(null))).toEqual(['The event was not found.'])
  expect(await leftAfter(null, 'kit.club.secret')).toEqual(['The event was not found.'])
})

test('one that isn’t there for who has signed in since has them wait for somebody of the club', async () => {
  expect(await leftAfter(me('another'))).toEqual([null])
  expect(await leftAfter(null)).toEqual([null])
})
