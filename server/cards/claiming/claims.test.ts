import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { expireCards } from '#server/cards/issuing'
import { checkLedger } from '#server/ledger'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard, codeFor, fundsOf, messagesTo, newHolderSecret, send } from '#tests/records/cards.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
beforeEach(() => hub.owner.query('delete from attempt'))
afterAll(() => hub.close())

const look = (code: string) => hub.as(null)(api.getCardClaim, { params: { code } })
const claim = (code: string, Secret = newHolderSecret()) =>
  hub.as(null)(api.claimCard, { params: { code }, body: { Secret } })
const cardOf = async (cardId: string) =>
  (await hub.as(people.admin)(api.getCard, { params: { businessId, cardId } })).body
const accountOf = async (cardId: string) =>
  (await hub.as(people.admin)(api.getCardAccountStatus, { params: { businessId, cardId } })).body

let letters = 0
/** A card that waits, and its code. */
async function pending() {
  const EmailAddress = `waits${++letters}@example.org`
  const { body } = await send(hub, { EmailAddress })
  return { cardId: body.CardId, code: await codeFor(hub, EmailAddress), EmailAddress }
}
const letPass = (cardId: string, column: 'offer_expiry_date' | 'plastic_expiry_date') =>
  hub.owner.query(`update card set ${column} = current_date - 3 where card_id = $1`, [cardId])

describe('whoever has the code', () => {
  test('sees what waits for them, and nothing of whom it was sent to but the first name', async () => {
    const { code } = await pending()
    const { status, body } = await look(code)
    expect(status).toBe(200)
    expect(body).toEqual({
      Kind: 'Offer',
      BusinessName: 'Harbourside Leagues Club',
      Look: expect.objectContaining({ LogoUrl: null, Colour: null }),
      CardProgramDescription: 'Harbourside Gift Card',
      CardProgramType: 'InstantGift',
      CardArtUrl: expect.stringMatching(/^\/api\/files\//),
      Terms: expect.stringMatching(/^The Harbourside Gift Card can be used/),
      FirstName: 'Harriet',
      Value: 50,
      OfferExpiryDate: inDays(20),
      PlasticExpiryDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('claims the card: it has a number, works, and has what was held for it', async () => {
    const { code, cardId } = await pending()
    const before = await fundsOf(hub)
    const { status, body } = await claim(code)
    expect(status).toBe(200)
    expect(body.CardNumber).toMatch(/^9036\d{12}$/)
    expect(body.MaskedCardNumber).toBe(`**** **** **** ${body.CardNumber?.slice(-4)}`)
    expect(body).toMatchObject({
      Status: 'Active',
      Balance: 50,
      ExternalAccountId: expect.stringMatching(/^\d{12}$/),
    })
    expect(await fundsOf(hub)).toEqual({ available: before.available, held: before.held - 50 })
    expect(await accountOf(cardId)).toMatchObject({
      Status: 'Active',
      Balance: { Amount: 50, CurrencyCode: 'AUD' },
      MaskedCardNumber: body.MaskedCardNumber,
      ExternalAccountId: body.ExternalAccountId,
    })
    const { body: moves } = await hub.as(people.admin)(api.listCardTransactions, {
      params: { businessId, cardId },
    })
    expect(moves.Results).toMatchObject([
      {
        Type: 'Card claimed',
        Amount: 50,
        RunningBalanceAmount: 50,
        ParentId: expect.stringMatching(/^\d+$/),
      },
    ])
    const { rows } = await hub.owner.query(
      `select business_id, record_id, after from audit_entry where action = 'claimCard' order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ business_id: businessId, record_id: cardId, after: { Status: 'Active' } })
  })

  test('claims it once, however many try at once', async () => {
    const { code, cardId } = await pending()
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await accountOf(cardId)).Balance.Amount).toBe(50)
  })
})

describe('a code', () => {
  test('that is wrong, used, cancelled, replaced or too late is not found, all alike', async () => {
    const used = await pending()
    await claim(used.code)
    const late = await pending()
    await letPass(late.cardId, 'offer_expiry_date')
    const cancelled = await pending()
    await hub.as(people.admin)(api.cancelCard, {
      params: { businessId, cardId: cancelled.cardId },
      body: { Reason: 'Mistake' },
    })
    const replaced = await pending()
    await hub.as(people.admin)(api.resendCardInvitation, { params: { businessId, cardId: replaced.cardId } })
    const answers = []
    for (const code of ['wrong', used.code, late.code, cancelled.code, replaced.code])
      for (const { status, error } of [await look(code), await claim(code)])
        answers.push({ status, ...error, RequestId: '' })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, ErrorMessage: 'The card was not found.' })
    const again = await codeFor(hub, replaced.EmailAddress)
    expect((await look(again)).status).toBe(200)
    expect(await messagesTo(hub, replaced.EmailAddress)).toHaveLength(2)
  })

  test('can be guessed at twenty times from one address', async () => {
    const { code } = await pending()
    for (let i = 0; i < 20; i++) expect((await (i % 2 ? look : claim)(`guess-${i}`)).status).toBe(404)
    expect(await look(code)).toMatchObject({
      status: 429,
      error: { ErrorMessage: 'Too many attempts. Try again later.' },
    })
    await hub.owner.query(`update attempt set expires_at = now() - interval '1 second'`)
    expect((await look(code)).status).toBe(200)
  })
})

describe('time', () => {
  test('ends offers that nobody took up, and their money goes back, once', async () => {
    const { cardId } = await pending()
    await letPass(cardId, 'offer_expiry_date')
    const before = await fundsOf(hub)
    await Promise.all([expireCards(hub.database), expireCards(hub.database)])
    const after = await fundsOf(hub)
    expect(after.available).toBeGreaterThanOrEqual(before.available + 50)
    expect(after.available + after.held).toBe(before.available + before.held)
    expect(await cardOf(cardId)).toMatchObject({ AccountStatus: 'OfferExpired' })
    await expireCards(hub.database)
    expect(await fundsOf(hub)).toEqual(after)
    const { body } = await hub.as(people.admin)(api.listCardHistory, { params: { businessId, cardId } })
    expect(body.Results).toMatchObject([
      { Title: 'Offer expired', ActorName: 'Hub' },
      { Title: 'Sent', ActorName: 'Alex Admin' },
    ])
  })

  test('ends cards, and what was left on them is breakage', async () => {
    const { cardId } = await claimedCard(hub)
    await letPass(cardId, 'plastic_expiry_date')
    await expireCards(hub.database)
    expect(await accountOf(cardId)).toMatchObject({ Status: 'Expired', Balance: { Amount: 0 } })
    const { rows } = await hub.owner.query(
      `select e.amount from ledger_entry e join ledger_transaction t using (business_id, transaction_id)
       join ledger_account a using (business_id, account_id) where t.reference = $1 and a.kind = 'breakage'`,
      [cardId],
    )
    expect(rows).toEqual([{ amount: '5000' }])
  })

  test('leaves a card that was given longer just now', async () => {
    const { cardId } = await claimedCard(hub)
    await letPass(cardId, 'plastic_expiry_date')
    await hub.owner.query('begin')
    await hub.owner.query(`update card set plastic_expiry_date = current_date + 3 where card_id = $1`, [
      cardId,
    ])
    const expiring = expireCards(hub.database)
    const waiting = async () => {
      const { rowCount } = await hub.owner.query(
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      return rowCount
    }
    await expect.poll(waiting, { interval: 20 }).toBe(1)
    await hub.owner.query('commit')
    await expiring
    expect(await accountOf(cardId)).toMatchObject({ Status: 'Active', Balance: { Amount: 50 } })
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
