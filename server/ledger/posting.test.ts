import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { about, bank, till, startTestLedger, type TestLedger } from '#tests/reading/ledger.ts'
import {
  balanceOf,
  cardBalance,
  disbursement,
  entriesOf,
  move,
  NotEnough,
  outside,
  pointsOf,
  post,
} from './index.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.hub.close())

describe('posting', () => {
  test('moves an amount and tells the balances after it', async () => {
    const card = await ledger.cardWith(500)
    const posted = await ledger.within((tx) =>
      move(tx, about('Purchase'), { from: card, to: till, amount: 120 }),
    )
    expect(posted.balances).toEqual([380, null])
    expect(await ledger.balance(card)).toBe(380)
  })

  test('an account that nothing has touched has nothing on it', async () => {
    expect(await ledger.balance(cardBalance('never-seen'))).toBe(0)
  })

  test('refuses to take more than there is, and says how much there is', async () => {
    const card = await ledger.cardWith(500)
    const attempt = ledger.within((tx) => move(tx, about('Purchase'), { from: card, to: till, amount: 501 }))
    await expect(attempt).rejects.toThrow(NotEnough)
    await expect(attempt).rejects.toMatchObject({ status: 409, account: card, available: 500 })
    expect(await ledger.balance(card)).toBe(500)
  })

  test('carries points and money in one transaction, each of them balanced', async () => {
    const points = pointsOf('m1', 'Points')
    const card = await ledger.cardWith(1)
    await ledger.within((tx) =>
      move(tx, about('Award'), { from: outside('awards', points.unit), to: points, amount: 10_000 }),
    )
    await ledger.within((tx) => move(tx, about('Deposit'), { from: bank, to: disbursement, amount: 900 }))
    const posted = await ledger.within((tx) =>
      post(tx, about('Transfer to card'), [
        { account: points, amount: -9000 },
        { account: outside('redeemed', points.unit), amount: 9000 },
        { account: disbursement, amount: -90 },
        { account: card, amount: 90 },
      ]),
    )
    expect(posted.balances).toEqual([1000, null, 810, 91])
  })

  test('refuses what does not add up, per unit', async () => {
    const points = outside('awards', 'points/points')
    const lines = [
      { account: bank, amount: -5 },
      { account: points, amount: 5 },
    ]
    await expect(ledger.within((tx) => post(tx, about('Mistake'), lines))).rejects.toThrow(
      /add up to nothing/,
    )
  })

  test('refuses parts of a cent, and moves of nothing', async () => {
    const card = await ledger.cardWith(500)
    for (const amount of [0.5, 0, -1, Number.NaN])
      await expect(
        ledger.within((tx) => move(tx, about('Mistake'), { from: card, to: till, amount })),
      ).rejects.toThrow(/amount/)
  })

  test('keeps each business to itself', async () => {
    const card = await ledger.cardWith(500)
    expect(await balanceOf(ledger.hub.database.forTenant('valley-golf'), card)).toBe(0)
    const attempt = ledger.hub.database.transaction('valley-golf', (tx) =>
      move(tx, about('Theft'), { from: card, to: till, amount: 1 }),
    )
    await expect(attempt).rejects.toThrow(NotEnough)
  })
})

describe('the history of an account', () => {
  test('is read in pages, newest first, with who, what and why', async () => {
    const card = await ledger.cardWith(500)
    const withNote = { ...about('Purchase'), reference: 'r-1', description: 'Lunch', note: 'table 4' }
    await ledger.within((tx) => move(tx, withNote, { from: card, to: till, amount: 100 }))
    const [newest, ...others] = await entriesOf(ledger.db, card, { before: null, limit: 1 })
    expect(others).toEqual([])
    expect(newest).toMatchObject({
      kind: 'Purchase',
      amount: -100,
      balance: 400,
      reference: 'r-1',
      description: 'Lunch',
      note: 'table 4',
      actorName: 'Ann',
      isReversible: true,
      isTakenBack: false,
    })
    const rest = await entriesOf(ledger.db, card, { before: newest!.entryId, limit: 10 })
    expect(rest.map((entry) => [entry.kind, entry.amount, entry.balance])).toEqual([['Load', 500, 500]])
  })
})

describe('the database itself', () => {
  const tables = ['ledger_account', 'ledger_transaction', 'ledger_entry', 'ledger_hold']

  test('lets the server write none of it but through its functions', async () => {
    for (const table of tables) {
      const { rows } = await ledger.hub.owner.query<{ may: boolean }>(
        `select has_table_privilege('hub_app', $1, 'insert, update, delete, truncate') as may`,
        [table],
      )
      expect(rows, table).toEqual([{ may: false }])
    }
    await expect(ledger.db.run(sql`update ledger_account set balance = 0`)).rejects.toThrow(
      /permission denied/,
    )
  })

  test('refuses to change or delete what is written, also to its owner', async () => {
    for (const change of [
      'update ledger_entry set amount = 1',
      'delete from ledger_entry',
      'truncate ledger_entry',
      `update ledger_transaction set note = 'x'`,
      'delete from ledger_transaction',
    ])
      await expect(ledger.hub.owner.query(change), change).rejects.toThrow(/only added to/)
  })

  test('refuses unbalanced entries and a balance below zero, also to its owner', async () => {
    await expect(
      ledger.hub.owner
        .query(`insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at)
        values ('harbourside', 1, 1, 'AUD', 5, now())`),
    ).rejects.toThrow(/add up to nothing/)
    await ledger.cardWith(500)
    await expect(
      ledger.hub.owner.query(`update ledger_account set balance = -1 where kind = 'card'`),
    ).rejects.toThrow(/ledger_account_not_negative/)
  })
})
