import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { nobody } from '#platform/access'
import type { Transaction } from '#platform/database'
import { balanceOf, checkLedger, move, outside, pointsOf } from '#server/ledger'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { about } from '#tests/reading/ledger.ts'
import { mergePoints } from './merge.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const pair = { survivorId: 'merge-survivor', otherId: 'merge-other', mergedAt: new Date().toISOString() }
const points = (owner: string) => pointsOf(owner, 'Points')
const bonus = (owner: string) => pointsOf(owner, 'Bonus')
const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  hub.database.transaction('harbourside', work)
const balances = () => {
  const db = hub.database.forTenant('harbourside')
  const accounts = [points, bonus].flatMap((of) => [of(pair.survivorId), of(pair.otherId)])
  return Promise.all(accounts.map((account) => balanceOf(db, account)))
}

test('points of every type follow a merge, and come back with its undo unless they are gone', async () => {
  for (const [to, amount] of [
    [points(pair.survivorId), 1000],
    [points(pair.otherId), 500],
    [bonus(pair.otherId), 250],
  ] as const)
    await within((tx) => move(tx, about('Award'), { from: outside('awards', to.unit), to, amount }))
  const db = hub.database.forTenant('harbourside')
  expect(await mergePoints.count(db, pair.otherId, pair.survivorId)).toBe(7)

  const moved = await within((tx) => mergePoints.move({ db: tx, who: nobody }, pair))
  expect(await balances()).toEqual([1500, 0, 250, 0])
  await within((tx) => mergePoints.undo({ db: tx, who: nobody }, pair, moved))
  expect(await balances()).toEqual([1000, 500, 0, 250])

  const again = await within((tx) => mergePoints.move({ db: tx, who: nobody }, pair))
  const from = bonus(pair.survivorId)
  const spent = { from, to: outside('till', from.unit), amount: 1 }
  await within((tx) => move(tx, about('Purchase'), spent))
  const undo = within((tx) => mergePoints.undo({ db: tx, who: nobody }, pair, again))
  await expect(undo).rejects.toMatchObject({ status: 409, message: messages.points.notEnough })
  expect(await within((tx) => mergePoints.move({ db: tx, who: nobody }, pair))).toBeNull()
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
