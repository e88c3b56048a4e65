import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { about, till, startTestLedger, type TestLedger } from '#tests/reading/ledger.ts'
import { capture, entriesOf, expireHolds, inFlightOf, NotEnough, readHold, release } from './index.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.hub.close())

describe('a hold', () => {
  test('takes the amount out of reach at once', async () => {
    const { card, posted, holdId } = await ledger.held(300)
    expect(posted.balances[0]).toBe(200)
    expect(await ledger.balance(inFlightOf(card))).toBe(300)
    expect(await readHold(ledger.db, holdId)).toMatchObject({ account: card, amount: 300, outcome: null })
  })

  test('is refused where there is too little', async () => {
    await expect(ledger.held(501)).rejects.toThrow(NotEnough)
  })

  test('is captured whole', async () => {
    const { card, holdId } = await ledger.held(300)
    const captured = await ledger.within((tx) =>
      capture(tx, about('Capture'), { holdId, amount: 300, to: till }),
    )
    expect(captured.balances).toEqual([200])
    expect(await ledger.balance(inFlightOf(card))).toBe(0)
  })

  test('is captured in part, and the rest goes back', async () => {
    const { card, holdId } = await ledger.held(300)
    const captured = await ledger.within((tx) =>
      capture(tx, about('Capture'), { holdId, amount: 120, to: till }),
    )
    expect(captured.balances).toEqual([380])
    expect(await ledger.balance(inFlightOf(card))).toBe(0)
    expect(await readHold(ledger.db, holdId)).toMatchObject({
      outcome: 'Captured',
      captured: 120,
    })
  })

  test('is released whole', async () => {
    const { card, holdId } = await ledger.held(300)
    expect((await ledger.within((tx) => release(tx, about('Release'), holdId))).balances).toEqual([500])
    expect(await ledger.balance(card)).toBe(500)
  })

  test('is settled once', async () => {
    const { holdId } = await ledger.held(300)
    await ledger.within((tx) => release(tx, about('Release'), holdId))
    for (const again of [
      () => ledger.within((tx) => release(tx, about('Release'), holdId)),
      () => ledger.within((tx) => capture(tx, about('Capture'), { holdId, amount: 1, to: till })),
    ])
      await expect(again()).rejects.toMatchObject({
        code: 'hold_settled',
        message: 'This hold is released already.',
      })
  })

  test('gives no more than was held', async () => {
    const { holdId } = await ledger.held(300)
    const attempt = ledger.within((tx) => capture(tx, about('Capture'), { holdId, amount: 301, to: till }))
    await expect(attempt).rejects.toMatchObject({
      code: 'too_much',
      message: 'This is more than the 3 there is.',
    })
  })

  test('that nobody made, or another business, is not found', async () => {
    const { holdId } = await ledger.held(300)
    for (const id of ['0', 'nonsense', '99999999999999999999'])
      await expect(ledger.within((tx) => release(tx, about('Release'), id))).rejects.toMatchObject({
        status: 404,
      })
    const elsewhere = ledger.hub.database.transaction('valley-golf', (tx) =>
      release(tx, about('Release'), holdId),
    )
    await expect(elsewhere).rejects.toMatchObject({ status: 404 })
  })

  test('whose time is over is not captured, and goes back by itself, once', async () => {
    const { card, holdId } = await ledger.held(300, -1)
    const waiting = await ledger.held(200)
    const forEver = await ledger.held(100, null)
    const attempt = ledger.within((tx) => capture(tx, about('Capture'), { holdId, amount: 300, to: till }))
    await expect(attempt).rejects.toMatchObject({ code: 'hold_expired' })
    await Promise.all([expireHolds(ledger.hub.database), expireHolds(ledger.hub.database)])
    expect(await ledger.balance(card)).toBe(500)
    expect(await ledger.balance(waiting.card)).toBe(300)
    expect(await ledger.balance(forEver.card)).toBe(400)
    const [last] = await entriesOf(ledger.db, card, { before: null, limit: 1 })
    expect(last).toMatchObject({ kind: 'Hold expired', actorName: 'Hub' })
  })

  test('that can not be given back keeps no later one from its turn', async () => {
    const past = (minutes: number) => -minutes * 60
    const broken = await ledger.held(300, past(2))
    const next = await ledger.held(300, past(1))
    await ledger.hub.owner.query(`
      create function refuse_hold() returns trigger language plpgsql as $$
      begin raise exception 'hold % is broken', new.hold_id; end $$;
      create trigger broken before update on ledger_hold for each row when (new.hold_id = ${broken.holdId})
        execute function refuse_hold()`)
    await expect(expireHolds(ledger.hub.database)).rejects.toThrow(`hold ${broken.holdId} is broken`)
    expect(await ledger.balance(next.card)).toBe(500)
    await ledger.hub.owner.query('drop trigger broken on ledger_hold')
  })
})
