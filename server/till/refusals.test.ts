import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TillReceipt } from '#contract/till/till.ts'
import { expireHolds } from '#server/ledger'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { freshCard, tillOf, turnOff } from '#tests/till.ts'

let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

describe('a refusal says why, on a receipt', () => {
  const declined = (title: string, reason: string) => ({
    ErrorMessage: reason,
    Receipt: ['Harbourside Main Club', `${title} declined`, reason],
  })

  test('of a card that is turned off, lost or expired', async () => {
    const inactive = await freshCard(hub)
    await turnOff(hub, inactive.cardId, 'inactive')
    const lost = await freshCard(hub)
    await turnOff(hub, lost.cardId, 'lost-stolen')
    const old = await freshCard(hub)
    await hub.owner.query('update card set plastic_expiry_date = current_date - 3 where card_id = $1', [
      old.cardId,
    ])
    for (const [{ number }, state] of [
      [inactive, 'inactive'],
      [lost, 'lost or stolen'],
      [old, 'expired'],
    ] as const) {
      const reason = `This card is ${state}: only an active card can be used.`
      const answer = await till.hold(number, 5)
      expect(answer.status).toBe(409)
      expect(answer.error).toMatchObject(declined('Sale', reason))
      expect((await till.balance(number)).error).toMatchObject(declined('Balance', reason))
    }
  })

  test('of an expired card that a sale is to be refunded to', async () => {
    const { number, cardId } = await freshCard(hub)
    const sold = await till.sell(number, 10)
    await hub.owner.query('update card set plastic_expiry_date = current_date - 3 where card_id = $1', [
      cardId,
    ])
    const reason = 'This card has expired: refund the sale in another way.'
    expect((await till.refund(sold)).error).toMatchObject(declined('Refund', reason))
  })

  test('of too little on a card', async () => {
    const { number } = await freshCard(hub)
    const reason = 'There is not enough on this card: $50.00 can be used.'
    expect((await till.hold(number, 50.01)).error).toMatchObject(declined('Sale', reason))
  })

  test('of a hold that is gone', async () => {
    const { number } = await freshCard(hub)
    const { body: held } = await till.hold(number, 5)
    await hub.owner.query(
      `update ledger_hold set expires_at = now() - interval '1 second' where hold_id = $1`,
      [held.HoldId],
    )
    const reason = 'This hold has expired.'
    expect((await till.capture(held.HoldId)).error).toMatchObject(declined('Sale', reason))
    await expireHolds(hub.database)
    expect((await till.capture(held.HoldId)).error).toMatchObject(declined('Sale', reason))
    expect((await till.release(held.HoldId)).error).toMatchObject(declined('Cancellation', reason))
    expect((await till.balance(number)).body.Balance).toBe(50)
    const { body: other } = await till.hold(number, 5)
    await till.capture(other.HoldId)
    expect((await till.capture(other.HoldId)).error.ErrorMessage).toBe('This hold is captured already.')
    expect((await till.release(other.HoldId)).error.ErrorMessage).toBe('This hold is captured already.')
  })

  test.each([
    [{ Amount: 0 }, 'Amount', 'Enter an amount.'],
    [{ Amount: 1.001 }, 'Amount', 'The amount can have two decimals at the most.'],
    [{ TimeToLiveSeconds: 29 }, 'TimeToLiveSeconds', 'This venue holds an amount for 30 to 3600 seconds.'],
    [{ TimeToLiveSeconds: 3601 }, 'TimeToLiveSeconds', 'This venue holds an amount for 30 to 3600 seconds.'],
  ])('of a hold with %j', async (wrong, field, sentence) => {
    const { number } = await freshCard(hub)
    const { status, error } = await till.hold(number, 5, wrong)
    expect(status).toBe(400)
    expect(error.Errors).toEqual({ [field]: sentence })
  })

  test('and a hold lives as long as it is asked to, the venue’s maximum otherwise', async () => {
    const { number } = await freshCard(hub)
    const secondsOf = ({ ExpiresAt, At }: TillReceipt) =>
      Math.round((Date.parse(ExpiresAt!) - Date.parse(At)) / 1000)
    expect(secondsOf((await till.hold(number, 1, { TimeToLiveSeconds: 60 })).body)).toBe(60)
    expect(secondsOf((await till.hold(number, 1)).body)).toBe(3600)
  })
})
