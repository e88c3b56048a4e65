import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/ledger'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { limitReloads, reload } from '#tests/records/reloads.ts'
import { clubCard, tillOf } from '#tests/till.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await limitReloads(hub, { MaximumBalance: 200, MaximumReloadPerDay: 100_000 })
})
afterAll(() => hub.close())

const Act = fc.record({
  kind: fc.constantFrom('paid', 'given', 'taken back', 'sale'),
  cents: fc.integer({ min: 1, max: 9000 }),
})
type Act = typeof Act extends fc.Arbitrary<infer One> ? One : never
type Card = Awaited<ReturnType<typeof clubCard>>

/** Carries one act out; tells by how many cents it says the card has more. */
async function carryOut(till: ReturnType<typeof tillOf>, card: Card, { kind, cents }: Act): Promise<number> {
  if (kind === 'given') return (await reload(hub, card.cardId, cents / 100)).status === 200 ? cents : 0
  if (kind === 'sale') {
    const held = await till.hold(card.number, cents / 100)
    if (held.status !== 200) return 0
    return (await till.capture(held.body.HoldId)).status === 200 ? -cents : 0
  }
  const paid = await till.reload(card.number, cents / 100)
  if (paid.status !== 200) return 0
  expect(Math.round(paid.body.Balance * 100)).toBeLessThanOrEqual(20_000)
  if (kind === 'paid') return cents
  // Twice at once: it is taken back once, or was spent meanwhile.
  const answers = await Promise.all([till.voidReload(paid.body), till.voidReload(paid.body)])
  const done = answers.filter(({ status }) => status === 200).length
  expect(done).toBeLessThanOrEqual(1)
  return done === 1 ? 0 : cents
}

test('whatever is added, spent and taken back at once, a card has what everybody was told, and never too much', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Act, { minLength: 8, maxLength: 16 }), async (acts) => {
      const [till, card] = [tillOf(hub), await clubCard(hub)]
      const changes = await Promise.all(acts.map((act) => carryOut(till, card, act)))
      const { body } = await till.balance(card.number)
      expect(Math.round(body.Balance * 100)).toBe(changes.reduce((sum, change) => sum + change, 0))
      expect(body.Balance).toBeLessThanOrEqual(200)
    }),
    { numRuns: inLong(40, 4), endOnFailure: true },
  )
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
