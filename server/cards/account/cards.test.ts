import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { AccountStatusChange } from '#contract/cards/card-status.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimedCard, fundsOf, programId, send } from '#tests/records/cards.ts'
import { lockUsableCard } from './index.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const list = async (query: object, who: string = people.admin) =>
  (await hub.as(who)(api.listCards, { params: { businessId }, query })).body
const ids = async (query: object, who?: string) =>
  (await list(query, who)).Results.map(({ CardId }) => CardId)

describe('the cards issued', () => {
  test('come newest first, ten at a time, and every page goes on where the last ended', async () => {
    const seen: string[] = []
    let page = await list({})
    expect(page.Results).toHaveLength(10)
    for (;;) {
      seen.push(...page.Results.map(({ CreatedDate }) => CreatedDate))
      const { next } = page._links
      if (!next) break
      page = await list(Object.fromEntries(new URL(next.href).searchParams))
    }
    const { rows } = await hub.owner.query(`select count(*)::int as n from card where business_id = $1`, [
      businessId,
    ])
    expect(seen).toHaveLength(rows[0].n)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  test('are in every state, those without an account among them', async () => {
    const { Results } = await list({ limit: 500 })
    expect(new Set(Results.map(({ AccountStatus }) => AccountStatus))).toEqual(
      new Set(['Pending', 'Active', 'Inactive', 'LostStolen', 'OfferExpired', 'Expired', 'Cancelled']),
    )
    for (const card of Results)
      expect(card.ExternalAccountId === null).toBe(
        ['Pending', 'OfferExpired', 'Cancelled'].includes(card.AccountStatus),
      )
  })

  test('are found by parts of a name, an address, a number or an account', async () => {
    const { cardId, claimed } = await claimedCard(hub, {
      FirstName: 'Zoë',
      LastName: 'Quimby',
      MobileNumber: '+61491570777',
    })
    for (const q of ['quimby', 'ZOE quim', '0491570777', claimed.ExternalAccountId, 'qu zo'])
      expect(await ids({ q }), q).toContain(cardId)
    expect(await ids({ q: 'quimby nobody' })).toEqual([])
    expect(await ids({ q: '100%' })).toEqual([])
  })

  test('are found by the last four digits, as they are masked, and by the number of their member', async () => {
    const { cardId, claimed } = await claimedCard(hub, { LastName: 'Fourdigits' })
    const lastFour = claimed.CardNumber!.slice(-4)
    for (const q of [lastFour, `****${lastFour}`, claimed.MaskedCardNumber, `fourdig ${lastFour}`])
      expect(await ids({ q }), q).toContain(cardId)
    const { rows } = await hub.owner.query<{ card: string; number: string }>(
      `select c.card_id as card, m.membership_number as number from card c join member m using (business_id, member_id)
       where business_id = $1 limit 1`,
      [businessId],
    )
    expect(await ids({ q: rows[0]!.number, limit: 500 })).toContain(rows[0]!.card)
  })

  test('are left by program and by day of issue', async () => {
    const cardProgramId = await programId(hub, 'Birthday Treat')
    const { Results } = await list({ cardProgramId, limit: 500 })
    expect(new Set(Results.map(({ CardProgramDescription }) => CardProgramDescription))).toEqual(
      new Set(['Birthday Treat']),
    )
    const { body: card } = await send(hub)
    expect(await ids({ createdFromDate: new Date(Date.now() - 60_000).toISOString(), limit: 500 })).toContain(
      card.CardId,
    )
    expect(
      await ids({ createdToDate: new Date(Date.now() - 60_000).toISOString(), limit: 500 }),
    ).not.toContain(card.CardId)
  })

  test('are, to a user of some venues, those of their members and what they have sent', async () => {
    const { body: theirs } = await send(hub, {}, { who: people.promotions })
    const { body: others } = await send(hub)
    const seen = await ids({ limit: 500 }, people.promotions)
    expect(seen).toContain(theirs.CardId)
    expect(seen).not.toContain(others.CardId)
    const { rows } = await hub.owner.query(
      `select distinct m.venue_no from card c join member m using (business_id, member_id) where card_id = any($1)`,
      [seen],
    )
    expect(rows).toHaveLength(1)
    const params = { businessId, cardId: others.CardId }
    expect((await hub.as(people.promotions)(api.getCard, { params })).status).toBe(404)
    expect((await hub.as(people.promotions)(api.getCardAccountStatus, { params })).status).toBe(404)
  })
})

describe('the account of a card', () => {
  const set = (cardId: string, status: AccountStatusChange, Reason?: string) =>
    hub.as(people.admin)(api.setCardAccountStatus, {
      params: { businessId, cardId, status },
      body: Reason === undefined ? {} : { Reason },
    })
  const history = async (cardId: string) =>
    (await hub.as(people.admin)(api.listCardHistory, { params: { businessId, cardId } })).body.Results

  test('is turned off and on, and remembers it', async () => {
    const { cardId } = await claimedCard(hub)
    expect((await set(cardId, 'inactive')).body).toMatchObject({
      Status: 'Inactive',
      Balance: { Amount: 50 },
    })
    expect((await set(cardId, 'active')).body.Status).toBe('Active')
    expect((await history(cardId)).map(({ Title }) => Title)).toEqual([
      'Set to Active',
      'Set to Inactive',
      'Claimed',
      'Sent',
    ])
  })

  test('is taken back from lost or stolen only for a reason', async () => {
    const { cardId } = await claimedCard(hub)
    await set(cardId, 'lost-stolen')
    expect(await set(cardId, 'active')).toMatchObject({
      status: 400,
      error: { Errors: { Reason: 'Reason is required.' } },
    })
    expect((await set(cardId, 'active', 'It was in the other coat')).status).toBe(200)
    expect((await history(cardId))[0]).toMatchObject({
      Note: 'It was in the other coat',
      ActorName: 'Alex Admin',
    })
  })

  test.each([
    ['Active', 'active'],
    ['Inactive', 'inactive'],
    ['Inactive', 'lost-stolen'],
    ['LostStolen', 'inactive'],
    ['LostStolen', 'lost-stolen'],
    ['Pending', 'active'],
    ['Pending', 'inactive'],
    ['Expired', 'active'],
    ['Cancelled', 'active'],
    ['OfferExpired', 'lost-stolen'],
  ] as const)('that is %s can not be set to %s', async (status, change) => {
    const { rows } = await hub.owner.query<{ id: string }>(
      `select card_id as id from card where business_id = $1 and status = $2 limit 1`,
      [businessId, status],
    )
    const answer = await set(rows[0]!.id, change, 'Please')
    expect(answer).toMatchObject({ status: 409, error: { ErrorCode: 'status_not_allowed' } })
    expect(answer.error.ErrorMessage).toMatch(/^A card that is [a-z ]+ can not be set to [A-Z][a-z]+/)
  })

  test('gives nothing unless it is active', async () => {
    const everyone = { venues: null, uid: '' }
    const use = (cardId: string) =>
      hub.database.transaction(businessId, (tx) => lockUsableCard(tx, everyone, cardId))
    const { cardId } = await claimedCard(hub)
    await expect(use(cardId)).resolves.toMatchObject({ CardId: cardId })
    await set(cardId, 'lost-stolen')
    await expect(use(cardId)).rejects.toMatchObject({
      status: 409,
      message: 'This card is lost or stolen: only an active card can be used.',
    })
    const past = await claimedCard(hub)
    await hub.owner.query(`update card set plastic_expiry_date = current_date - 3 where card_id = $1`, [
      past.cardId,
    ])
    await expect(use(past.cardId)).rejects.toThrow('This card is expired')
  })
})

describe('a pending card', () => {
  const cancel = (cardId: string, Reason = 'Wrong person') =>
    hub.as(people.admin)(api.cancelCard, { params: { businessId, cardId }, body: { Reason } })

  test('is cancelled for a reason, and its money returns', async () => {
    const before = await fundsOf(hub)
    const { body } = await send(hub)
    expect((await cancel(body.CardId, ' ')).status).toBe(400)
    expect((await cancel(body.CardId)).body.AccountStatus).toBe('Cancelled')
    expect(await fundsOf(hub)).toEqual(before)
  })

  test('is not cancelled twice, and a claimed one neither cancelled nor sent again', async () => {
    const { body } = await send(hub)
    await cancel(body.CardId)
    expect(await cancel(body.CardId)).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'This card is cancelled: only a pending card can be cancelled or sent again.' },
    })
    const { cardId } = await claimedCard(hub)
    expect((await cancel(cardId)).status).toBe(409)
    const again = await hub.as(people.admin)(api.resendCardInvitation, { params: { businessId, cardId } })
    expect(again.status).toBe(409)
  })
})
