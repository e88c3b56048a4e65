import { api } from '#contract'
import type { TillSource } from '#contract/till/till.ts'
import { claimedCard, programId } from '#tests/records/cards.ts'
import { people, type TestHub } from './hub.ts'

const params = { businessId: 'harbourside' }

/** What a till does, and what it does it with. */
export function tillOf(hub: TestHub, secret?: string) {
  const call = hub.asTill(secret)
  const hold = (Code: string, Amount: number, more: object = {}) =>
    call(api.tillHold, { params, body: { Code, Amount, ...more } })
  const capture = (holdId: string | null, body: Captured = {}) =>
    call(api.tillCapture, { params: { ...params, holdId: holdId ?? '' }, body })
  return {
    lookUp: (Code: string) => call(api.tillLookup, { params, body: { Code } }),
    balance: (Code: string, more: object = {}) => call(api.tillBalance, { params, body: { Code, ...more } }),
    hold,
    capture,
    release: (holdId: string | null, body: Pick<Captured, 'Source'> = {}) =>
      call(api.tillRelease, { params: { ...params, holdId: holdId ?? '' }, body }),
    refund: ({ TransactionId }: { TransactionId: string | null }, body: Captured = {}) =>
      call(api.tillRefund, { params: { ...params, transactionId: TransactionId ?? '' }, body }),
    reload: (Code: string, Amount: number, more: Paid = {}) =>
      call(api.tillReload, { params, body: { Code, Amount, Tender: 'Cash', ...more } }),
    voidReload: ({ TransactionId }: { TransactionId: string | null }) =>
      call(api.tillVoidReload, { params: { ...params, transactionId: TransactionId ?? '' } }),
    receipt: (receiptNumber: string | null) =>
      call(api.tillReceipt, { params: { ...params, receiptNumber: receiptNumber ?? '' } }),
    /** A hold and its capture. */
    sell: async (Code: string, Amount: number, more: object = {}) =>
      (await capture((await hold(Code, Amount, { Reference: 'R-1', ...more })).body.HoldId)).body,
  }
}

type Paid = { Tender?: 'Cash' | 'Card'; Reference?: string }
type Captured = { Amount?: number; Reference?: string; Source?: TillSource }

/** A card with fifty dollars on it. */
export async function freshCard(hub: TestHub) {
  const { cardId, claimed } = await claimedCard(hub)
  return { cardId, number: claimed.CardNumber! }
}

/** A card that can be reloaded, with nothing on it. */
export async function clubCard(hub: TestHub) {
  const CardProgramId = await programId(hub, 'Harbourside Club Card')
  const sending = { type: 'reloadable' } as const
  const given = { CardProgramId, InitialCardValue: 0 }
  const { cardId, claimed, Secret, EmailAddress } = await claimedCard(hub, given, sending)
  return { cardId, number: claimed.CardNumber!, Secret, EmailAddress }
}

/** Turns a card off. */
export const turnOff = (hub: TestHub, cardId: string, status: 'inactive' | 'lost-stolen') =>
  hub.as(people.admin)(api.setCardAccountStatus, { params: { ...params, cardId, status }, body: {} })

/** A new member with a thousand points. */
export async function memberWithPoints(hub: TestHub) {
  const { body } = await hub.as(people.admin)(api.createMember, {
    params,
    query: { venueId: '1' },
    body: { FirstName: 'Tilda', LastName: 'Tender', MembershipType: 'Ordinary' },
  })
  const { id } = body.data
  await hub.as(people.admin)(api.awardPoints, {
    params: { ...params, memberId: id, pointsTypeId: 'Points' },
    body: { Note: 'For the test', PointsByDollarValue: 10, PointsByQuantity: 1000 },
  })
  const { rows } = await hub.owner.query(
    'select membership_number as number from member where member_id = $1',
    [id],
  )
  return { id, number: rows[0].number as string }
}
