import { moneyText } from '#contract/values/decimals.ts'
import type { Queries } from '#platform/database'
import { conflict } from '#platform/refusals'
import { type Card, replacedBy } from '#server/cards/account'
import { readReloadRules } from '#server/cards/programs'
import { balanceOf, cardBalance, inFlightOf, putOnToday } from '#server/ledger'

/** What a reload is called in the ledger: money that the business gives, that a till was paid, and that the holder paid online. */
export const reloadKinds = { given: 'Card reloaded', paid: 'Reload', online: 'Online reload' } as const

/** Refuses a card that keeps what it started with. */
export function requireReloadable({ CardProgramType }: Pick<Card, 'CardProgramType'>): void {
  if (CardProgramType !== 'Reloadable')
    throw conflict('card_not_reloadable', 'Nothing can be added to a gift card.')
}

/** A limit of a program in dollars, and what is left of it in cents. */
type Limit = { readonly most: number; readonly left: number }

/** What still fits on a card; null for any amount. What is held of it, or of a card that it replaces, counts: it may come back. */
export async function roomOn(db: Queries, card: Card): Promise<Limit | null> {
  const { MaximumBalance: most } = await readReloadRules(db, card.CardProgramId)
  if (most === null) return null
  const cards = [card.CardId, ...(await replacedBy(db, card.CardId))].map(cardBalance)
  let has = await balanceOf(db, cardBalance(card.CardId))
  for (const account of cards) has += await balanceOf(db, inFlightOf(account))
  return { most, left: Math.round(most * 100) - has }
}

/** What can still be added to a card today; null for any amount. What was added to a card that it replaces counts. */
export async function roomToday(db: Queries, card: Card): Promise<Limit | null> {
  const { MaximumReloadPerDay: most } = await readReloadRules(db, card.CardProgramId)
  if (most === null) return null
  const cards = [card.CardId, ...(await replacedBy(db, card.CardId))]
  const today = await putOnToday(db, cards.map(cardBalance), Object.values(reloadKinds))
  return { most, left: Math.round(most * 100) - today }
}

/** Refuses cents that don't fit on a locked card any more. */
export async function requireRoomOnCard(db: Queries, card: Card, cents: number): Promise<void> {
  const room = await roomOn(db, card)
  if (room === null || cents <= room.left) return
  const atMost = `${moneyText(room.most)} can be on it at the most`
  throw conflict(
    'card_full',
    room.left > 0
      ? `Only ${moneyText(room.left / 100)} still fits on this card: ${atMost}.`
      : `Nothing more fits on this card: ${atMost}.`,
  )
}

/** Refuses a reload of a locked card above what may be added to it in a day, or be on it. */
export async function requireReloadWithinLimits(db: Queries, card: Card, cents: number): Promise<void> {
  requireReloadable(card)
  await requireRoomOnCard(db, card, cents)
  const room = await roomToday(db, card)
  if (room === null || cents <= room.left) return
  const aDay = `${moneyText(room.most)} a day can be added at the most`
  throw conflict(
    'reload_limit',
    room.left > 0
      ? `Only ${moneyText(room.left / 100)} can still be added to this card today: ${aDay}.`
      : `Nothing more can be added to this card today: ${aDay}. Try again tomorrow.`,
  )
}

/** Refuses tills, whose keys can be copied, to put money on cards of a program that has no limit for a day. */
export async function requireLimitAtTills(db: Queries, card: Card): Promise<void> {
  requireReloadable(card)
  if ((await readReloadRules(db, card.CardProgramId)).MaximumReloadPerDay !== null) return
  throw conflict(
    'reload_limit_missing',
    'Tills can not reload this card: its program has no limit for a day. A super administrator sets it in Business Configuration.',
  )
}
