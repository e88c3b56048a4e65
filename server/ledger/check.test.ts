import { afterAll, beforeAll, expect, test } from 'vitest'
import { about, startTestLedger, type TestLedger, till } from '#tests/reading/ledger.ts'
import { capture, checkLedger, reverse, move } from './index.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.hub.close())

test('a ledger that was only posted to is proven', async () => {
  const { holdId, card } = await ledger.held(300)
  await ledger.held(100)
  await ledger.within((tx) => capture(tx, about('Capture'), { holdId, amount: 120, to: till }))
  const { transactionId } = await ledger.within((tx) =>
    move(tx, about('Purchase'), { from: card, to: till, amount: 80 }),
  )
  const { actor } = about('')
  await ledger.within((tx) => reverse(tx, { transactionId, reason: 'mistake', actor }))
  const { transactions, wrong } = await checkLedger(ledger.hub.databaseUrl)
  expect(wrong).toEqual([])
  expect(transactions).toBeGreaterThanOrEqual(7)
})

test('what somebody did around it all is found out', async () => {
  const { card } = await ledger.held(300)
  const { owner } = ledger.hub
  await owner.query('alter table ledger_entry disable trigger only_added_to')
  await owner.query(`update ledger_account set balance = balance + 7 where owner_id = $1`, [card.owner])
  await owner.query(`update ledger_entry set amount = amount - 1 where transaction_id in (
    select transaction_id from ledger_transaction where reverses is not null) and amount < 0`)
  await owner.query(`delete from ledger_hold where outcome is null`)
  const wrong = (await checkLedger(ledger.hub.databaseUrl)).wrong.join('\n')
  expect(wrong).toMatch(/^summit-bowls: transaction \d+ is out by -1 AUD, but every transaction balances\.$/m)
  expect(wrong).toMatch(/keeps 207, its entries make 200/)
  expect(wrong).toMatch(/in flight for card\/test-card-\d+ are 300 AUD, its holds make 0/)
  expect(wrong).toMatch(/transaction \d+ does not undo \d+/)
})
