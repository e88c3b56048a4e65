import { moneyText } from '#contract/values/decimals.ts'
import type { Queries } from '#platform/database'
import { conflict } from '#platform/refusals'
import type { Card } from '#server/cards/account'
import { readReloadLimits } from '#server/cards/programs'
import { balanceOf, cardBalance, inFlightOf, putOnToday } from '#server/ledger'

/** What a reload is called in the ledger: money that the business gives, and money that a till was paid. */
export const reloadKinds = { given: 'Card reloaded', paid: 'Reload' } as const

/** Refuses a card that keeps what it started with. */
export function requireReloadable({ CardProgramType }: Pick<Card, 'CardProgramType'>): void {
  if (CardProgramType !== 'Reloadable')
    throw conflict('card_not_reloadable', 'Nothing can be added to a gift card.')
}

/** Refuses cents that don't fit on a locked card any more. What is held of it counts: it may come back. */
export async function requireRoom(db: Queries, card: Card, cents: number): Promise<void> {
  const { MaximumBalance: most } = await readReloadLimits(db, card.CardProgramId)
  if (most === null) return
  const account = cardBalance(card.CardId)
  const has = (await balanceOf(db, account)) + (await balanceOf(db, inFlightOf(account)))
  const left = Math.round(most * 100) - has
  if (cents <= left) return
  const atMost = `${moneyText(most)} can be on it at the most`
  throw conflict(
    'card_full',
    left > 0
      ? `Only ${moneyText(left / 100)} still fits on this card: ${atMost}.`
      : `Nothing more fits on this card: ${atMost}.`,
  )
}

/** Refuses a reload of a locked card above what may be added to it in a day, or be on it. */
export async function requireWithinLimits(db: Queries, card: Card, cents: number): Promise<void> {
  requireReloadable(card)
  await requireRoom(db, card, cents)
  const { MaximumReloadPerDay: most } = await readReloadLimits(db, card.CardProgramId)
  if (most === null) return
  const today = await putOnToday(db, cardBalance(card.CardId), Object.values(reloadKinds))
  const left = Math.round(most * 100) - today
  if (cents <= left) return
  const aDay = `${moneyText(most)} a day can be added at the most`
  throw conflict(
    'reload_limit',
    left > 0
      ? `Only ${moneyText(left / 100)} can still be added to this card today: ${aDay}.`
      : `Nothing more can be added to this card today: ${aDay}. Try again tomorrow.`,
  )
}
