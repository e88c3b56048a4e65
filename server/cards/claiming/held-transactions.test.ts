import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { newHolderSecret } from '#tests/records/cards.ts'
import { reload } from '#tests/records/reloads.ts'
import { clubCard, tillOf } from '#tests/till.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const list = (Secret: string, query: { limit?: number; continuationToken?: string } = {}) =>
  hub.as(null)(api.listHeldTransactions, { query, body: { Secret } })

test('a holder reads what was put on their card and taken off it, page by page, and nothing of the staff', async () => {
  const { cardId, number, Secret } = await clubCard(hub)
  const till = tillOf(hub)
  await reload(hub, cardId, 50, { Note: 'Complaint of a difficult guest' })
  const { body: mistake } = await till.reload(number, 10)
  await till.voidReload(mistake)
  const sold = await till.sell(number, 20)
  await till.refund(sold, { Amount: 5 })
  const { body: first } = await list(Secret, { limit: 3 })
  const place = 'Harbourside Main Club'
  expect(first.Results.map((row) => [row.What, row.Venue, row.Amount, row.Balance])).toEqual([
    ['Refund', place, 5, 35],
    ['Purchase', place, -20, 30],
    ['Reload taken back', place, -10, 50],
  ])
  const next = new URL(first._links.next!.href).searchParams.get('continuationToken')!
  const { body: second } = await list(Secret, { limit: 3, continuationToken: next })
  expect(second.Results.map((row) => [row.What, row.Venue, row.Amount, row.Balance])).toEqual([
    ['Reload', place, 10, 60],
    ['Added by the club', null, 50, 50],
  ])
  expect(second._links).toEqual({})
  const { body: admin } = await hub.as(people.admin)(api.listCardHistory, {
    params: { businessId: 'harbourside', cardId },
  })
  const told = JSON.stringify([first.Results, second.Results])
  for (const hidden of ['Complaint', 'R-1', 'Main bar tills', admin.Results[0]!.ActorName])
    expect(told).not.toContain(hidden)
})

test('another secret finds nothing, and a page of another card’s list is none of theirs', async () => {
  expect((await list(newHolderSecret())).status).toBe(404)
  const [mine, theirs] = [await clubCard(hub), await clubCard(hub)]
  await reload(hub, mine.cardId, 5)
  await reload(hub, theirs.cardId, 1)
  await reload(hub, theirs.cardId, 2)
  const { body } = await list(theirs.Secret, { limit: 1 })
  const token = new URL(body._links.next!.href).searchParams.get('continuationToken')!
  const [payload] = token.split('.')
  for (const damaged of ['', 'x.y', payload!, `${payload}.${'A'.repeat(8)}`])
    expect((await list(theirs.Secret, { continuationToken: damaged })).error.ErrorMessage).toBe(
      'The continuation token is damaged.',
    )
  const { body: crossed } = await list(mine.Secret, { continuationToken: token })
  expect(crossed.Results.map(({ Amount }) => Amount).filter((amount) => amount !== 5)).toEqual([])
})
