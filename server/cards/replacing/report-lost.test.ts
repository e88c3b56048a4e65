import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard, codeFor, newHolderSecret } from '#tests/records/cards.ts'
import { cardOf, historyOf, replace } from '#tests/records/replacing.ts'
import { tillOf, turnOff } from '#tests/till.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const report = (Secret: string) => hub.as(null)(api.reportCardLost, { body: { Secret } })
const waiting = async (more: object = {}, who: string = people.admin) => {
  const query = { reportedLost: 'true' as const, ...more }
  const { body } = await hub.as(who)(api.listCards, { params: { businessId }, query })
  return body.Results.map(({ CardId }) => CardId)
}

test('the holder blocks the card at once, and staff find it until it is replaced', async () => {
  const { cardId, claimed, Secret } = await claimedCard(hub, { LastName: 'Losty' })
  const { status, body } = await report(Secret)
  expect(status).toBe(200)
  expect(body).toMatchObject({ Status: 'LostStolen', CardNumber: null, Balance: 50, Replacement: null })
  expect(body.ReportedLostAt).not.toBeNull()
  expect((await tillOf(hub).hold(claimed.CardNumber!, 1)).error.ErrorCode).toBe('card_not_active')
  expect((await cardOf(hub, cardId)).ReportedLostAt).toBe(body.ReportedLostAt)
  expect((await historyOf(hub, cardId))[0]).toMatchObject({
    Title: 'Reported lost',
    ActorName: 'Harriet Losty',
  })
  expect(await waiting()).toContain(cardId)
  expect(await waiting({ q: 'losty' })).toEqual([cardId])
  // Again, and it is the same.
  expect((await report(Secret)).body).toEqual(body)
  expect(await historyOf(hub, cardId)).toHaveLength(3)

  await replace(hub, cardId)
  expect(await waiting()).not.toContain(cardId)
  expect((await report(Secret)).body).toMatchObject({ Replacement: 'Digital' })
})

test('one that was found works again for a reason, and waits no more', async () => {
  const { cardId, Secret } = await claimedCard(hub)
  await report(Secret)
  const params = { businessId, cardId, status: 'active' as const }
  const set = (body: { Reason?: string }) => hub.as(people.admin)(api.setCardAccountStatus, { params, body })
  expect((await set({})).error.ErrorMessage).toBe('Say why a card that was lost or stolen works again.')
  expect((await set({ Reason: 'Found again' })).status).toBe(200)
  expect(await waiting()).not.toContain(cardId)
  expect((await cardOf(hub, cardId)).ReportedLostAt).toBeNull()
})

test('a holder who has lost the browser, too, reports it by the link that is sent to the contact on file', async () => {
  const { cardId, code, Secret: former, EmailAddress } = await claimedCard(hub)
  await hub.as(null)(api.requestCardLink, { params: { code } })
  const Secret = newHolderSecret()
  const fresh = await codeFor(hub, EmailAddress)
  await hub.as(null)(api.claimCard, { params: { code: fresh }, body: { Secret } })
  expect((await report(former)).status).toBe(404)
  expect((await report(Secret)).status).toBe(200)
  expect((await cardOf(hub, cardId)).AccountStatus).toBe('LostStolen')
})

test('what staff had turned off is known to be lost; what has expired needs no blocking', async () => {
  const { cardId, Secret } = await claimedCard(hub)
  await turnOff(hub, cardId, 'lost-stolen')
  await report(Secret)
  expect(await waiting()).toContain(cardId)
  const late = await claimedCard(hub)
  await hub.owner.query('update card set plastic_expiry_date = current_date - 9 where card_id = $1', [
    late.cardId,
  ])
  expect((await report(late.Secret)).error.ErrorMessage).toMatch(
    /^This card is expired: nobody can pay with it/,
  )
})

test('a forged secret learns nothing and blocks nothing', async () => {
  const answer = await report(newHolderSecret())
  expect([answer.status, answer.error.ErrorMessage]).toEqual([
    404,
    (await hub.as(null)(api.readHeldCard, { body: { Secret: newHolderSecret() } })).error.ErrorMessage,
  ])
  expect((await report('short')).status).toBe(400)
})

test('those that wait are shown to whoever sees the cards, of their own business alone', async () => {
  const { cardId, Secret } = await claimedCard(hub)
  await report(Secret)
  const { body } = await hub.as(people.otherAdmin)(api.listCards, {
    params: { businessId: 'valley-golf' },
    query: { reportedLost: 'true' },
  })
  expect(body.Results.map(({ CardId }) => CardId)).not.toContain(cardId)
})

test.each(['reported lost', 'set to lost'])(
  'a link that was out when the card was %s leads nowhere any more',
  async (how) => {
    const { cardId, Secret, EmailAddress } = await claimedCard(hub)
    const params = { businessId, cardId }
    expect((await hub.as(people.admin)(api.sendCardLink, { params })).status).toBe(204)
    const code = await codeFor(hub, EmailAddress)
    await (how === 'set to lost' ? turnOff(hub, cardId, 'lost-stolen') : report(Secret))
    const taken = await hub.as(null)(api.claimCard, { params: { code }, body: { Secret: newHolderSecret() } })
    expect(taken.status).toBe(404)
    expect((await hub.as(null)(api.readHeldCard, { body: { Secret } })).status).toBe(200)
  },
)
