import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { about, actor, bank, till, startTestLedger, type TestLedger } from '#tests/reading/ledger.ts'
import { capture, cardBalance, entriesOf, move, refund, reverse } from './index.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.hub.close())

describe('a reversal', () => {
  const spend = async (amount: number) => {
    const card = await ledger.cardWith(500)
    const { transactionId } = await ledger.within((tx) =>
      move(tx, about('Purchase'), { from: card, to: till, amount }),
    )
    return { card, transactionId }
  }

  test('undoes a transaction for a reason, and is linked to it', async () => {
    const { card, transactionId } = await spend(200)
    await ledger.within((tx) => reverse(tx, { transactionId, reason: 'wrong card', actor }))
    expect(await ledger.balance(card)).toBe(500)
    const [undo, original] = await entriesOf(ledger.db, card, {
      before: null,
      limit: 2,
    })
    expect(undo).toMatchObject({ kind: 'Reversal', amount: 200, note: 'wrong card', isReversible: false })
    expect(original).toMatchObject({ isTakenBack: true, isReversible: false })
  })

  test('happens once, also when two ask at the same time', async () => {
    const { card, transactionId } = await spend(200)
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        ledger.within((tx) => reverse(tx, { transactionId, reason: 'wrong card', actor })),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await ledger.balance(card)).toBe(500)
  })

  test('is refused when what was given has been spent', async () => {
    const card = cardBalance('spent-since')
    const { transactionId } = await ledger.within((tx) =>
      move(tx, about('Load'), { from: bank, to: card, amount: 100 }),
    )
    await ledger.within((tx) => move(tx, about('Purchase'), { from: card, to: till, amount: 60 }))
    const attempt = ledger.within((tx) => reverse(tx, { transactionId, reason: 'mistake', actor }))
    await expect(attempt).rejects.toMatchObject({ code: 'not_enough', available: 40 })
  })

  test('is not for holds, captures, or reversals', async () => {
    const { holdId } = await ledger.held(300)
    const captured = await ledger.within((tx) =>
      capture(tx, about('Capture'), { holdId, amount: 300, to: till }),
    )
    const { transactionId } = await spend(200)
    const undone = await ledger.within((tx) => reverse(tx, { transactionId, reason: 'mistake', actor }))
    for (const id of [holdId, captured.transactionId, undone.transactionId])
      await expect(
        ledger.within((tx) => reverse(tx, { transactionId: id, reason: 'again', actor })),
      ).rejects.toMatchObject({ code: 'not_reversible' })
  })

  test('of what is not there is a 404', async () => {
    const attempt = ledger.within((tx) => reverse(tx, { transactionId: '0', reason: 'none', actor }))
    await expect(attempt).rejects.toMatchObject({ status: 404 })
  })
})

describe('a refund', () => {
  const captured = async () => {
    const { card, holdId } = await ledger.held(300)
    const { transactionId } = await ledger.within((tx) =>
      capture(tx, about('Capture'), { holdId, amount: 300, to: till }),
    )
    const give = (amount: number) =>
      ledger.within((tx) => refund(tx, about('Refund'), { transactionId, from: till, to: card, amount }))
    return { card, transactionId, give }
  }

  test('gives a part back, and never more than there was in all', async () => {
    const { card, give } = await captured()
    expect((await give(100)).balances).toEqual([null, 300])
    await give(150)
    await expect(give(51)).rejects.toMatchObject({ message: 'This is more than the 0.5 there is.' })
    await give(50)
    await expect(give(1)).rejects.toMatchObject({ code: 'too_much' })
    expect(await ledger.balance(card)).toBe(500)
  })

  test('never exceeds it, also when several ask at the same time', async () => {
    const { card, give } = await captured()
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => give(100)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await ledger.balance(card)).toBe(500)
  })

  test('and a reversal exclude each other', async () => {
    const card = await ledger.cardWith(500)
    const spend = await ledger.within((tx) =>
      move(tx, about('Purchase'), { from: card, to: till, amount: 100 }),
    )
    const { transactionId } = spend
    await ledger.within((tx) => reverse(tx, { transactionId, reason: 'mistake', actor }))
    const attempt = ledger.within((tx) =>
      refund(tx, about('Refund'), { transactionId, from: till, to: card, amount: 1 }),
    )
    await expect(attempt).rejects.toMatchObject({ code: 'taken_back' })
  })
})
