import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard, codeFor, messagesTo, newHolderSecret, send } from '#tests/records/cards.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
beforeEach(() => hub.owner.query('delete from attempt'))
afterAll(() => hub.close())

const stranger = () => hub.as(null)
const held = (Secret: string) => stranger()(api.readHeldCard, { body: { Secret } })
const look = (code: string) => stranger()(api.getCardClaim, { params: { code } })
const claim = (code: string, Secret: string) =>
  stranger()(api.claimCard, { params: { code }, body: { Secret } })
const askForLink = (code: string) => stranger()(api.requestCardLink, { params: { code } })
const sendLink = (cardId: string, who: string = people.admin) =>
  hub.as(who)(api.sendCardLink, { params: { businessId, cardId } })
const setTo = (cardId: string, status: 'active' | 'inactive' | 'lost-stolen') =>
  hub.as(people.admin)(api.setCardAccountStatus, {
    params: { businessId, cardId, status },
    body: { Reason: 'For the test' },
  })

describe('the secret of the browser that claimed', () => {
  test('shows the card again, with its number while it can be used', async () => {
    const { cardId, claimed, Secret } = await claimedCard(hub)
    expect((await held(Secret)).body).toEqual(claimed)
    await setTo(cardId, 'lost-stolen')
    expect((await held(Secret)).body).toEqual({ ...claimed, Status: 'LostStolen', CardNumber: null })
    await hub.owner.query(
      `update card set status = 'Active', plastic_expiry_date = current_date - 3 where card_id = $1`,
      [cardId],
    )
    expect((await held(Secret)).body).toMatchObject({ Status: 'Expired', CardNumber: null })
  })

  test('repeats the claim whose answer was lost, and another secret does not', async () => {
    const { code, claimed, Secret } = await claimedCard(hub)
    expect((await claim(code, Secret)).body).toEqual(claimed)
    expect((await claim(code, newHolderSecret())).status).toBe(404)
  })

  test('is not kept, and a wrong one finds nothing', async () => {
    const { Secret } = await claimedCard(hub)
    const { rows } = await hub.owner.query(
      `select from card_offer where encode(holder_hash, 'escape') = $1`,
      [Secret],
    )
    expect(rows).toEqual([])
    expect((await held(newHolderSecret())).status).toBe(404)
    expect((await held('too-short')).status).toBe(400)
  })
})

describe('a fresh link', () => {
  test('is sent by the staff, shows the card on another device, and no longer on the first', async () => {
    const { cardId, claimed, Secret, EmailAddress } = await claimedCard(hub)
    expect((await sendLink(cardId)).status).toBe(204)
    expect(await messagesTo(hub, EmailAddress)).toMatchObject([
      { subject: 'Your Harbourside Gift Card of Harbourside Leagues Club' },
      { subject: expect.stringMatching(/has sent you/) },
    ])
    const code = await codeFor(hub, EmailAddress)
    const { body } = await look(code)
    expect(body).toMatchObject({ Kind: 'Link', FirstName: 'Harriet' })
    expect(JSON.stringify(body)).not.toContain(claimed.MaskedCardNumber.slice(-4))
    expect((await held(Secret)).status).toBe(200)
    const another = newHolderSecret()
    expect((await claim(code, another)).body).toEqual(claimed)
    expect((await held(another)).body).toEqual(claimed)
    expect((await held(Secret)).status).toBe(404)
    expect((await look(code)).status).toBe(404)
    const history = await hub.as(people.admin)(api.listCardHistory, { params: { businessId, cardId } })
    expect(history.body.Results.map(({ Title }) => Title)).toEqual([
      'Shown on another device',
      'Link sent again',
      'Claimed',
      'Sent',
    ])
  })

  test('comes to whoever asks with the code they used, not to guesses, and both hear the same', async () => {
    const { code, EmailAddress } = await claimedCard(hub)
    const waiting = await send(hub, { EmailAddress: 'waiting@example.org' })
    expect(waiting.status).toBe(200)
    const answers = await Promise.all(
      [code, 'guess', await codeFor(hub, 'waiting@example.org')].map(askForLink),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.Message)).size).toBe(1)
    expect(await messagesTo(hub, EmailAddress)).toHaveLength(2)
    expect(await messagesTo(hub, 'waiting@example.org')).toHaveLength(1)
    const fresh = await codeFor(hub, EmailAddress)
    await claim(fresh, newHolderSecret())
    await askForLink(fresh)
    expect(await messagesTo(hub, EmailAddress), 'not again within ten minutes').toHaveLength(2)
  })

  test('can not be guessed for ever', async () => {
    for (let i = 0; i < 20; i++) expect((await askForLink(`guess-${i}`)).status).toBe(200)
    expect((await askForLink('one-more')).status).toBe(429)
  })

  test('is refused for a card that is not active, and for cards the user may not see', async () => {
    const { cardId } = await claimedCard(hub)
    expect((await sendLink(cardId, people.promotions)).status).toBe(404)
    await setTo(cardId, 'inactive')
    expect(await sendLink(cardId)).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'This card is inactive: a link can be sent to an active card only.' },
    })
    const { body } = await send(hub)
    expect((await sendLink(body.CardId)).error.ErrorMessage).toMatch(/^This card is pending/)
  })
})
