import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { limitReloads, reload } from '#tests/records/reloads.ts'
import { clubCard, freshCard, memberWithPoints, tillOf, turnOff } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
let till: ReturnType<typeof tillOf>
let elsewhere: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
  const { body } = await hub.as(people.superAdmin)(api.createApiKey, {
    params,
    body: { Name: 'Sports bar', VenueNo: '2' },
  })
  elsewhere = tillOf(hub, body.Secret)
})
afterAll(() => hub.close())

describe('a reload at a till', () => {
  test('puts what was paid on the card, with a receipt', async () => {
    const { number, cardId } = await clubCard(hub)
    const { body } = await till.reload(number, 40, { Tender: 'Card', Reference: 'R-9' })
    expect(body).toMatchObject({ Kind: 'Reload', Amount: 40, Balance: 40, Tender: 'Card', Reference: 'R-9' })
    expect(body.Receipt).toEqual([
      'Harbourside Main Club',
      'Reload',
      `Harbourside Club Card **** **** **** ${number.slice(-4)}`,
      'Amount: $40.00',
      'Paid by: Card',
      'Balance: $40.00',
      `Transaction: ${body.TransactionId}`,
      `Receipt: ${body.ReceiptNumber}`,
      'Reference: R-9',
    ])
    const { rows } = await hub.owner.query(
      `select actor_name, record_id, after from audit_entry where action = 'tillReload' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      { actor_name: 'Main bar tills', record_id: cardId, after: { Reloaded: '$40.00', Reference: 'R-9' } },
    ])
  })

  test('is for a card that can be reloaded, and says how it was paid', async () => {
    const { number: gift } = await freshCard(hub)
    const refused = await till.reload(gift, 5)
    expect(refused.error).toMatchObject({
      ErrorMessage: 'Nothing can be added to a gift card.',
      Receipt: ['Harbourside Main Club', 'Reload declined', 'Nothing can be added to a gift card.'],
    })
    const { number: member } = await memberWithPoints(hub)
    expect((await till.reload(member, 5)).error.ErrorMessage).toBe(
      'This is no prepaid card: scan the card that is to be reloaded.',
    )
    expect((await till.reload('nobody', 5)).error.ErrorMessage).toBe('A card with this number was not found.')
    const { number } = await clubCard(hub)
    expect((await till.reload(number, 5, { Tender: 'Cheque' as 'Cash' })).error.Errors).toEqual({
      Tender: 'Choose how it was paid: Cash or Card.',
    })
  })

  test('is taken back once, where it was paid, while the money is there', async () => {
    const { number, cardId } = await clubCard(hub)
    const { body: paid } = await till.reload(number, 40)
    expect((await elsewhere.voidReload(paid)).error.ErrorMessage).toBe('The reload was not found.')
    const { body: held } = await till.hold(number, 15)
    expect((await till.voidReload(paid)).error).toMatchObject({
      ErrorCode: 'already_spent',
      ErrorMessage: 'Only $25.00 of the $40.00 is left on this card: refund what was bought with it first.',
    })
    await till.release(held.HoldId)
    await turnOff(hub, cardId, 'lost-stolen')
    const { body } = await till.voidReload(paid)
    expect(body).toMatchObject({ Kind: 'Void', Amount: 40, Balance: 0, Tender: 'Cash' })
    expect((await till.voidReload(paid)).error.ErrorMessage).toBe('This reload has been taken back already.')
    expect((await till.refund(paid)).error.ErrorMessage).toBe('The sale was not found.')
    const given = await clubCard(hub)
    const { body: gift } = await reload(hub, given.cardId, 5)
    expect((await till.voidReload(gift)).status).toBe(404)
  })

  test('is not taken back a day later', async () => {
    const { number } = await clubCard(hub)
    const { body: paid } = await till.reload(number, 40)
    await hub.owner.query(`alter table ledger_transaction disable trigger user`)
    await hub.owner.query(
      `update ledger_transaction set at = at - interval '25 hours' where transaction_id = $1`,
      [paid.TransactionId],
    )
    await hub.owner.query(`alter table ledger_transaction enable trigger user`)
    expect((await till.voidReload(paid)).error.ErrorMessage).toMatch(/^This reload is older than a day/)
    expect((await till.balance(number)).body.Balance).toBe(40)
  })

  test('is for programs with a limit for a day', async () => {
    const { number } = await clubCard(hub)
    const limits = await limitReloads(hub, { MaximumReloadPerDay: null })
    expect(limits.status).toBe(200)
    const { error } = await till.reload(number, 1_000)
    expect([error.ErrorCode, error.ErrorMessage]).toEqual([
      'reload_limit_missing',
      expect.stringMatching(/^Tills can not reload this card: its program has no limit for a day\./),
    ])
    await limitReloads(hub, { MaximumReloadPerDay: 1_000 })
    expect((await till.reload(number, 1_000)).status).toBe(200)
  })

  test('is in the close pack as the drawers and terminals have it', async () => {
    const query = {
      startDate: new Date(Date.now() - 1000).toISOString(),
      endDate: '2099-01-01T00:00:00.000Z',
    }
    const { number } = await clubCard(hub)
    const { body: mistake } = await till.reload(number, 30)
    await till.voidReload(mistake)
    await till.reload(number, 20)
    await till.reload(number, 7, { Tender: 'Card' })
    await elsewhere.reload(number, 5)
    const { body: pack } = await hub.as(people.finance)(api.getClosePack, { params, query })
    expect(
      pack.Reloads.map((line) => [line.VenueNo, line.Tender, line.Count, line.Amount, line.TakenBack]),
    ).toEqual(
      expect.arrayContaining([
        ['1', 'Card', expect.any(Number), expect.any(Number), 0],
        ['2', 'Cash', 1, 5, 0],
      ]),
    )
    const { rows } = await hub.owner.query<{ tender: string; dollars: string }>(
      `
      select a.owner_id as tender, -sum(e.amount) / 100.0 as dollars from ledger_account a
      join ledger_entry e using (business_id, account_id)
      where business_id = 'harbourside' and a.owner_id like 'tender/%' and e.at >= $1 group by 1`,
      [query.startDate],
    )
    for (const { tender, dollars } of rows) {
      const lines = pack.Reloads.filter(({ Tender }) => tender === `tender/${Tender}`)
      expect(lines.reduce((sum, { Amount }) => sum + Amount, 0)).toBeCloseTo(Number(dollars), 2)
    }
  })
})

describe('a receipt', () => {
  const find = (receiptNumber: string, who: string = people.admin) =>
    hub.as(who)(api.findReceipt, { params: { ...params, receiptNumber } })

  test('of every kind is answered again, as it was then, marked as a copy', async () => {
    const { number } = await clubCard(hub)
    const printed = [(await till.reload(number, 50, { Reference: 'R-1' })).body]
    const { body: held } = await till.hold(number, 20, { Reference: 'R-2' })
    const { body: sold } = await till.capture(held.HoldId)
    const { body: back } = await till.refund(sold, { Amount: 5 })
    const { body: other } = await till.hold(number, 10)
    printed.push(held, sold, back, other, (await till.release(other.HoldId)).body)
    const { body: mistake } = await till.reload(number, 3)
    printed.push(mistake, (await till.voidReload(mistake)).body)
    for (const receipt of printed) {
      const [place, ...lines] = receipt.Receipt
      const copy = { ...receipt, Receipt: [place, 'Copy', ...lines] }
      expect((await till.receipt(receipt.ReceiptNumber)).body).toEqual(copy)
      expect((await till.receipt(receipt.TransactionId)).body).toEqual(copy)
      expect((await elsewhere.receipt(receipt.ReceiptNumber)).error.ErrorMessage).toBe(
        'A receipt with this number was not found.',
      )
    }
  })

  test('leads the staff to the card or the member, if they may see those', async () => {
    const { number, cardId } = await clubCard(hub)
    const { body: paid } = await till.reload(number, 50)
    const found = await find(paid.ReceiptNumber!)
    expect(found.body).toMatchObject({ CardId: cardId, MemberId: null, Place: 'Harbourside Main Club' })
    const { body: given } = await reload(hub, cardId, 5)
    expect((await find(given.ReceiptNumber)).body).toMatchObject({
      Kind: 'Reload',
      Amount: 5,
      Balance: 55,
      CardId: cardId,
      Place: 'Harbourside Leagues Club',
      Receipt: [given.Receipt[0], 'Copy', ...given.Receipt.slice(1)],
    })
    const { id, number: member } = await memberWithPoints(hub)
    const sold = await till.sell(member, 200)
    expect((await find(sold.ReceiptNumber!)).body).toMatchObject({ MemberId: id, Amount: 200, Balance: 800 })
    expect((await find('R-nothing')).error.ErrorMessage).toBe('A receipt with this number was not found.')
    expect((await find(paid.ReceiptNumber!, people.promotions)).status).toBe(404)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
