import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { answerMark, figuresAge } from '#contract/answer-mark.ts'
import { cardsApi } from '#contract/cards/cards.ts'
import { membersApi } from '#contract/members/members.ts'
import { pointsApi } from '#contract/points/points.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import { ageShown, createQueryClient, listQuery, nextReadOf, readQuery, refreshQueries } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

const params = { businessId: 'valley', memberId: 'anna' }
const member = readQuery(membersApi.getMember, { params })
const members = listQuery(membersApi.listMembers, { params })
const points = readQuery(pointsApi.listPointsBalances, { params })
const cards = listQuery(cardsApi.listMemberCards, { params })

/** A cache that has read all of these. */
function readAll() {
  const client = createQueryClient()
  const queries = { member, members, points, cards }
  for (const { queryKey, meta } of Object.values(queries))
    client.getQueryCache().build(client, { queryKey, ...(meta && { meta }) })
  const outOfDate = () =>
    Object.entries(queries)
      .filter(([, { queryKey }]) => client.getQueryState(queryKey)?.isInvalidated)
      .map(([name]) => name)
  return { client, outOfDate }
}

test('what shows something that changed is out of date, and nothing else', async () => {
  const { client, outOfDate } = readAll()
  await refreshQueries(client, pointsApi.awardPoints.changes ?? [])
  expect(outOfDate()).toEqual(['member', 'points'])
})

test('what the caller knows already is not asked for again', async () => {
  const { client, outOfDate } = readAll()
  await refreshQueries(client, membersApi.updateMember.changes ?? [], [membersApi.getMember])
  expect(outOfDate()).toEqual(['members'])
})

test('a write that changes nothing leaves everything as it is', async () => {
  const { client, outOfDate } = readAll()
  await refreshQueries(client, [])
  expect(outOfDate()).toEqual([])
})

test('how old figures were when they were read is known for as long as they are shown', async () => {
  const sums = { Count: 3, InitialCardValue: 5 }
  const answerAged = (age: string) =>
    vi.stubGlobal('fetch', async () =>
      Response.json(sums, { headers: { [answerMark.name]: answerMark.value, [figuresAge.name]: age } }),
    )
  const client = createQueryClient()
  const age = () => ageShown(client.getQueryCache())
  const observer = new QueryObserver(client, readQuery(reportsApi.sumCardsByMember, { params }))
  const leave = observer.subscribe(() => undefined)
  answerAged('12')
  expect((await observer.refetch()).data).toEqual(sums)
  expect(age()).toBe(12)
  leave()
  expect(age()).toBe(0)
  const leaveAgain = observer.subscribe(() => undefined)
  answerAged('0')
  await observer.refetch()
  expect(age()).toBe(0)
  leaveAgain()
})

test('a list keeps up while a row of it is live, however long it is, and learns that one has become so', () => {
  expect(nextReadOf([false, true, false])).toBe(15_000)
  expect(nextReadOf([false, false, false, true])).toBe(60_000)
  expect(nextReadOf([false])).toBe(60_000)
  expect(nextReadOf([false, false, false, false])).toBe(false)
})
