import { expect, test } from 'vitest'
import { cardsApi } from '#contract/cards/cards.ts'
import { membersApi } from '#contract/members/members.ts'
import { pointsApi } from '#contract/points/points.ts'
import { createQueryClient, listQuery, readQuery, refresh } from './queries.ts'

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
  await refresh(client, pointsApi.awardPoints.changes ?? [])
  expect(outOfDate()).toEqual(['member', 'points'])
})

test('what the caller knows already is not asked for again', async () => {
  const { client, outOfDate } = readAll()
  await refresh(client, membersApi.updateMember.changes ?? [], [membersApi.getMember])
  expect(outOfDate()).toEqual(['members'])
})

test('a write that changes nothing leaves everything as it is', async () => {
  const { client, outOfDate } = readAll()
  await refresh(client, [])
  expect(outOfDate()).toEqual([])
})
