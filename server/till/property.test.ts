import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/ledger'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { filledPass } from '#tests/records/passes.ts'
import { freshCard, memberWithPoints, tillOf } from '#tests/till.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

// What becomes of one sale: how much is held, how much of that is taken, and which parts are given back.
const Sale = fc.record({
  purse: fc.constantFrom('card', 'points', 'purse'),
  held: fc.integer({ min: 1, max: 3000 }),
  taken: fc.integer({ min: 0, max: 3500 }),
  refunds: fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 3 }),
})
type Sale = typeof Sale extends fc.Arbitrary<infer One> ? One : never

/** Carries one sale out; tells what the till believes was paid for in the end, in hundredths. */
async function carryOut(till: ReturnType<typeof tillOf>, code: string, sale: Sale): Promise<number> {
  const held = await till.hold(code, sale.held / 100, { Source: sale.purse })
  if (held.status !== 200) return 0
  // Both at once: one of them settles it, or neither may be refused for nothing.
  const settled =
    sale.taken === 0
      ? [await till.release(held.body.HoldId)]
      : await Promise.all([
          till.capture(held.body.HoldId, { Amount: sale.taken / 100 }),
          till.release(held.body.HoldId),
        ])
  expect(settled.filter(({ status }) => status === 200)).toHaveLength(1)
  const sold = settled.find(({ status, body }) => status === 200 && body.Kind === 'Capture')
  if (!sold) return 0
  const refunds = await Promise.all(
    sale.refunds.map((cents) => till.refund(sold.body, { Amount: cents / 100 })),
  )
  const given = refunds
    .filter(({ status }) => status === 200)
    .reduce((sum, { body }) => sum + Math.round(body.Amount * 100), 0)
  return sale.taken - given
}

test('whatever tills do at once, what is left is what was there less what they were told they took', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Sale, { minLength: 10, maxLength: 25 }), async (sales) => {
      const till = tillOf(hub)
      const codes = {
        card: (await freshCard(hub)).number,
        points: (await memberWithPoints(hub)).number,
        purse: (await filledPass(hub, 50)).couponCode,
      }
      const paid = await Promise.all(sales.map((sale) => carryOut(till, codes[sale.purse], sale)))
      for (const [purse, start] of [
        ['card', 5000],
        ['points', 100_000],
        ['purse', 5000],
      ] as const) {
        const spent = paid.reduce((sum, one, i) => sum + (sales[i]!.purse === purse ? one : 0), 0)
        const { body } = await till.balance(codes[purse], { Source: purse })
        expect(Math.round(body.Balance * 100)).toBe(start - spent)
      }
    }),
    { numRuns: inLong(40, 5), endOnFailure: true },
  )
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
