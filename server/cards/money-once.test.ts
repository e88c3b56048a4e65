import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { checkLedger } from '#server/ledger'
import { claimedCard, codeFor, inDays, newHolderSecret, programId, send, stranger } from '#tests/cards.ts'
import { people, type TestHub } from '#tests/hub.ts'
import { overTheLine, type Sent, startHubThatCuts } from '#tests/lost-answers.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startHubThatCuts()
})
afterAll(() => hub.close())

const movements = async () => {
  const { rows } = await hub.owner.query(
    `select (select count(*)::int from ledger_transaction) as transactions, (select count(*)::int from card) as cards,
      (select count(*)::int from outbox_message) as messages`,
  )
  return rows[0] as { transactions: number; cards: number; messages: number }
}

/** Each call that moves money, made ready to be made. */
const calls: Record<string, () => Promise<Sent>> = {
  'a deposit': async () => ({
    row: api.deposit,
    params: { businessId },
    body: { Amount: 10, Reference: 'EFT' },
    who: people.superAdmin,
  }),
  'a card to somebody who is no member': async () => ({
    row: api.issueNonMemberCard,
    params: { businessId, cardType: 'instantgift' },
    body: {
      ...stranger,
      CardProgramId: await programId(hub, 'Harbourside Gift Card'),
      OfferExpiryDate: inDays(9),
    },
    who: people.admin,
  }),
  'a card to a member': async () => ({
    row: api.issueMemberCard,
    params: { businessId, cardType: 'reloadable', memberId: await anyMember() },
    body: { InitialCardValue: 30 },
    who: people.admin,
  }),
  'a claim': async () => {
    const EmailAddress = `once${Math.random()}@example.org`
    await send(hub, { EmailAddress })
    const Secret = newHolderSecret()
    return { row: api.claimCard, params: { code: await codeFor(hub, EmailAddress) }, body: { Secret } }
  },
  'a cancel': async () => ({
    row: api.cancelCard,
    params: { businessId, cardId: (await send(hub)).body.CardId },
    body: { Reason: 'Mistake' },
    who: people.admin,
  }),
  'a transfer of points': async () => {
    const memberId = await anyMember()
    const CardProgramId = await programId(hub, 'Harbourside Club Card')
    const { cardId } = await claimedCard(hub, { CardProgramId }, { type: 'reloadable' })
    await hub.owner.query('update card set member_id = $1 where card_id = $2', [memberId, cardId])
    await hub.as(people.admin)(api.awardPoints, {
      params: { businessId, memberId, pointsTypeId: 'Points' },
      body: { Note: 'For the test', PointsByDollarValue: 10, PointsByQuantity: 1000 },
    })
    return {
      row: api.transferPointsToCard,
      params: { businessId, memberId, cardId, pointsTypeId: 'Points' },
      body: { Note: 'x', Description: 'x', PointsByDollarValue: 10, PointsByQuantity: 1000 },
      who: people.admin,
    }
  },
}

async function anyMember(): Promise<string> {
  const { rows } = await hub.owner.query(
    `select member_id as id from member where business_id = $1 and venue_no = '1' and deleted_at is null limit 1`,
    [businessId],
  )
  return rows[0].id
}

describe.each(Object.entries(calls))('%s', (name, prepare) => {
  test('moves money once, however fast it is clicked', async () => {
    const sent = await prepare()
    const before = await movements()
    const answers = await Promise.all(
      [1, 2, 3].map(() => overTheLine(hub, sent, `double ${name}`.replaceAll(' ', '-'))),
    )
    const statuses = answers.map((answer) => answer!.status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect((await movements()).transactions).toBe(before.transactions + 1)
  })

  test('moves money once, though the first answer was lost', async () => {
    const sent = await prepare()
    const key = `lost-${name}`.replaceAll(' ', '-')
    expect(await overTheLine(hub, sent, key, true)).toBeNull()
    const after = await movements()
    const again = await overTheLine(hub, sent, key)
    expect(again?.status).toBe(200)
    expect(await movements()).toEqual(after)
    expect(await overTheLine(hub, sent, key)).toEqual(again)
  })
})

test('after all that the ledger is proven', async () => {
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
})
