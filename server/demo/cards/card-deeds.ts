import sql from 'sql-template-tag'
import type { CardStatus } from '#contract/cards/card-status.ts'
import { clock } from '#platform/call'
import type { Transaction } from '#platform/database'
import { cardName } from '#server/cards/account'
import { type Deed, held, postAgo, sale, type Till } from '#server/demo/ledger'
import {
  type About,
  type Actor,
  breakage,
  cardBalance,
  disbursement,
  outside,
  pointsOf,
} from '#server/ledger'

/** What became of a card. */
export type CardStory = {
  program: string
  /** Dollars. */
  value: number
  status: Exclude<CardStatus, 'Unknown'>
  /** Days ago. */
  sent: number
  /** Days from its sending to its claim. */
  claimed?: number
  /** What was spent, in dollars. */
  spent?: readonly number[]
  /** Dollars that its holder made of points when they had claimed it. */
  fromPoints?: number
}

type Around = {
  readonly cardId: string
  readonly issuer: Actor
  readonly till: Till
  readonly holder: { readonly memberId: string | null; readonly first: string; readonly last: string }
}

const inCents = (dollars: number) => Math.round(dollars * 100)

/** What a card did to the ledger, in the words of those who do it in the product. */
export function deedsOf(card: CardStory, around: Around): Deed[] {
  const { program, value, sent, claimed, fromPoints } = card
  const { cardId, issuer, holder } = around
  const name = cardName({
    CardProgramDescription: program,
    FirstName: holder.first,
    LastName: holder.last,
  })
  const about = (kind: string, actor: Actor): About => ({ kind, actor, reference: cardId, description: name })
  const offer = held({
    account: disbursement,
    amount: inCents(value),
    about: about('Card issued', issuer),
    daysAgo: sent,
    keep: (tx, holdId) => keepHold(tx, cardId, holdId),
    settled: endOfOffer(card, around, about),
  })
  if (claimed === undefined) return offer
  return [
    ...offer,
    ...(fromPoints && holder.memberId
      ? transfer(cardId, holder.memberId, issuer, fromPoints, sent - claimed)
      : []),
    ...uses(card, around, about),
  ]
}

/** How the offer of a card came to an end, if it did. */
function endOfOffer(
  { status, sent, claimed }: CardStory,
  { cardId, issuer, holder }: Around,
  about: (kind: string, actor: Actor) => About,
) {
  const actor = { uid: `card/${cardId}`, name: `${holder.first} ${holder.last}` }
  if (claimed !== undefined)
    return { daysAgo: sent - claimed, about: about('Card claimed', actor), to: cardBalance(cardId) }
  if (status === 'Cancelled') return { daysAgo: sent - 1, about: about('Card cancelled', issuer), to: null }
  if (status === 'OfferExpired')
    return { daysAgo: sent - 31, about: about('Card offer expired', clock), to: null }
  return undefined
}

const usualPause = 9

/** What was bought with a card, and what was left on its last day. */
function uses(
  { value, spent = [], status, sent, claimed = 0 }: CardStory,
  { cardId, till }: Around,
  about: (kind: string, actor: Actor) => About,
): Deed[] {
  const account = cardBalance(cardId)
  const first = sent - claimed - 5
  const pause = Math.min(usualPause, first / spent.length)
  const sales = spent.flatMap((dollars, i) =>
    sale(till, account, inCents(dollars), {
      daysAgo: first - i * pause,
      reference: `R-${4100 + sent * 20 + i}`,
    }),
  )
  if (status !== 'Expired') return sales
  const left = inCents(value) - spent.reduce((sum, dollars) => sum + inCents(dollars), 0)
  const lines = [
    { account, amount: -left },
    { account: breakage('AUD'), amount: left },
  ]
  return [...sales, { daysAgo: 39, carryOut: (tx) => postAgo(tx, 39, about('Card expired', clock), lines) }]
}

const pointsPerDollar = 100
const anHour = 1 / 24

/** Points of a member who was given them for it, as money on their card. */
function transfer(cardId: string, memberId: string, actor: Actor, dollars: number, claimed: number): Deed[] {
  const cents = inCents(dollars)
  const points = pointsOf(memberId, 'Points')
  const quantity = cents * pointsPerDollar
  const award = { kind: 'Award', actor, note: 'Loyal for a year' }
  const awarded = [
    { account: outside('awards', points.unit), amount: -quantity },
    { account: points, amount: quantity },
  ]
  const moved = { kind: 'Points transfer', actor, reference: cardId, description: 'Points to card' }
  const lines = [
    { account: points, amount: -quantity },
    { account: cardBalance(cardId), amount: cents },
    { account: disbursement, amount: -cents },
    { account: outside('transfers', points.unit), amount: quantity },
  ]
  return [
    { daysAgo: claimed - anHour, carryOut: (tx) => postAgo(tx, claimed - anHour, award, awarded) },
    { daysAgo: claimed - 2 * anHour, carryOut: (tx) => postAgo(tx, claimed - 2 * anHour, moved, lines) },
  ]
}

async function keepHold(tx: Transaction, cardId: string, holdId: string): Promise<void> {
  await tx.run(sql`
    update card set hold_id = ${holdId} where business_id = ${tx.businessId} and card_id = ${cardId}`)
}
