import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/ledger'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard } from '#tests/records/cards.ts'
import { activateCardOf, balanceOf, replace } from '#tests/records/replacing.ts'
import { tillOf } from '#tests/till.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const cents = fc.integer({ min: 1, max: 2000 })
const Act = fc.oneof(
  fc.record({ do: fc.constant('hold' as const), cents }),
  fc.record({ do: fc.constant('capture' as const), cents }),
  fc.record({ do: fc.constant('release' as const), cents }),
  fc.record({ do: fc.constant('refund' as const), cents }),
  fc.record({ do: fc.constant('replace' as const), cents }),
)
type Act = typeof Act extends fc.Arbitrary<infer One> ? One : never

function must({ status }: { status: number }): void {
  if (status !== 200) throw new Error(`a till was refused with ${status}`)
}

/** A card as its holder knows it: the one in hand, what tills hold, what they took. */
class Life {
  readonly till = tillOf(hub)
  readonly former: string[] = []
  readonly holds: { id: string; cents: number }[] = []
  readonly sales: { TransactionId: string | null; left: number }[] = []
  spent = 0
  cardId: string
  number: string
  readonly email: string

  constructor({ cardId, claimed, EmailAddress }: Awaited<ReturnType<typeof claimedCard>>) {
    this.cardId = cardId
    this.number = claimed.CardNumber!
    this.email = EmailAddress
  }

  async act(act: Act): Promise<void> {
    const acts = {
      hold: () => this.hold(act.cents),
      capture: () => this.capture(act.cents),
      release: () => this.release(),
      refund: () => this.refund(act.cents),
      replace: () => this.replace(),
    }
    await acts[act.do]()
  }

  async hold(amount: number) {
    const { status, body } = await this.till.hold(this.number, amount / 100)
    if (status === 200) this.holds.push({ id: body.HoldId!, cents: amount })
  }

  async capture(amount: number) {
    const held = this.holds.shift()
    if (!held) return
    const taken = Math.min(amount, held.cents)
    const { body } = await this.till.capture(held.id, { Amount: taken / 100 })
    this.sales.push({ TransactionId: body.TransactionId, left: taken })
    this.spent += taken
  }

  async release() {
    const held = this.holds.shift()
    if (held) must(await this.till.release(held.id))
  }

  async refund(amount: number) {
    const sale = this.sales[0]
    if (!sale || sale.left === 0) return
    const given = Math.min(amount, sale.left)
    must(await this.till.refund(sale, { Amount: given / 100 }))
    sale.left -= given
    this.spent -= given
  }

  async replace() {
    const { body } = await replace(hub, this.cardId)
    this.former.push(this.cardId)
    this.cardId = body.ReplacedByCardId!
    this.number = (await activateCardOf(hub, this.email)).claimed.CardNumber!
  }

  get held(): number {
    return this.holds.reduce((sum, { cents: amount }) => sum + amount, 0)
  }
}

test('whatever is held, taken, given back and replaced, all that is left is on the card in hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Act, { minLength: 5, maxLength: 12 }), async (acts) => {
      const life = new Life(await claimedCard(hub))
      for (const act of acts) {
        await life.act(act)
        expect(Math.round((await balanceOf(hub, life.cardId)) * 100)).toBe(5000 - life.spent - life.held)
        expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
      }
      for (const former of life.former) expect(await balanceOf(hub, former)).toBe(0)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
