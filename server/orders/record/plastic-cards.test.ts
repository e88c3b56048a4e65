import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { expireCards } from '#server/cards/issuing'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor, messagesTo, newHolderSecret } from '#tests/records/cards.ts'
import { completeOrder, newAccount, placedOrder } from '#tests/records/orders.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

let holders = 0

describe('a card in the post', () => {
  const posted = async () => {
    const EmailAddress = `holder${++holders}@example.org`
    const order = await placedOrder(hub, { EmailAddress })
    const { body } = await completeOrder(hub, order.OrderId, newAccount())
    return { cardId: body.CardId!, EmailAddress }
  }
  const look = (code: string) => hub.as(null)(api.getCardClaim, { params: { code } })
  const activate = (code: string) =>
    hub.as(null)(api.claimCard, { params: { code }, body: { Secret: newHolderSecret() } })
  const cardOf = async (cardId: string) =>
    (await hub.as(people.admin)(api.getCard, { params: { businessId, cardId } })).body
  const letPass = (cardId: string) =>
    hub.owner.query(`update card set offer_expiry_date = current_date - 3 where card_id = $1`, [cardId])
  const resend = (cardId: string) =>
    hub.as(people.admin)(api.resendCardInvitation, { params: { businessId, cardId } })

  test('is activated by the code its holder was sent, once, and its money is there', async () => {
    const { cardId, EmailAddress } = await posted()
    const code = await codeFor(hub, EmailAddress)
    expect((await look(code)).body).toMatchObject({
      Kind: 'Plastic',
      FirstName: 'Ngaire',
      Value: 75,
      MaskedCardNumber: expect.stringMatching(/^\*{4} \*{4} \*{4} \d{4}$/),
    })
    const answers = await Promise.all([activate(code), activate(code), activate(code)])
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
    const [activated] = answers.filter(({ status }) => status === 200)
    expect(activated!.body).toMatchObject({ Status: 'Active', Balance: 75 })
    expect(await cardOf(cardId)).toMatchObject({
      AccountStatus: 'Active',
      RedeemedDate: expect.stringMatching(/Z$/),
    })
    const history = await hub.as(people.admin)(api.listCardHistory, { params: { businessId, cardId } })
    expect(history.body.Results.map(({ Title }) => Title)).toEqual(['Activated', 'Posted'])
    expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
  })

  test('says so in its letter, and stays when its code is too late: staff send another', async () => {
    const { cardId, EmailAddress } = await posted()
    const [letter] = await messagesTo(hub, EmailAddress)
    expect(letter!.subject).toBe('Your Harbourside Plastic Card of Harbourside Leagues Club is in the post')
    const code = await codeFor(hub, EmailAddress)
    await letPass(cardId)
    await expireCards(hub.database)
    expect((await look(code)).status).toBe(404)
    expect((await activate(code)).status).toBe(404)
    expect(await cardOf(cardId)).toMatchObject({ AccountStatus: 'Inactive' })
    expect((await resend(cardId)).status).toBe(204)
    expect((await look(code)).status).toBe(404)
    expect((await activate(await codeFor(hub, EmailAddress))).body.Status).toBe('Active')
    expect((await resend(cardId)).status).toBe(409)
  })

  test('can be activated by staff, and not be cancelled', async () => {
    const { cardId } = await posted()
    const cancelled = await hub.as(people.admin)(api.cancelCard, {
      params: { businessId, cardId },
      body: { Reason: 'Lost in the post' },
    })
    expect(cancelled.status).toBe(409)
    const { body } = await hub.as(people.admin)(api.setCardAccountStatus, {
      params: { businessId, cardId, status: 'active' },
      body: {},
    })
    expect(body).toMatchObject({ Status: 'Active', Balance: { Amount: 75 } })
    expect((await cardOf(cardId)).RedeemedDate).not.toBeNull()
  })
})
