import type { Loss } from '#contract/cards/card-replacement.ts'
import { moneyText } from '#contract/values/decimals.ts'
import {
  auditCard,
  type Card,
  everyCard,
  ledgerIssuer,
  masked,
  readCard,
  recordCardChange,
} from '#server/cards/account'
import { addressAnew, inviteHolder, openReplacement, reachable, wayOf } from '#server/cards/issuing'
import { balanceOf, cardBalance } from '#server/ledger'
import { carryOver, type Replacing, stopCard } from './replacing.ts'

/** Sends the holder of a locked card another in its place, with all that was on it. */
export async function sendReplacement(call: Replacing, locked: Card, loss: Loss): Promise<void> {
  const { db, who, origin } = call
  const card = reachable(await addressAnew(db, locked))
  const cents = await balanceOf(db, cardBalance(card.CardId))
  const account = await ledgerIssuer.openAccount(db)
  const cardId = await openReplacement(call, card, account)
  await stopCard(call, card, loss, { cardId }, `By the card ${masked(account.cardNumber)}`)
  const sent = await readCard(db, everyCard, cardId)
  await inviteHolder(db, origin, sent, cents)
  await recordCardChange(
    db,
    who,
    cardId,
    'Sent',
    `${wayOf(sent)}, in place of the card ${masked(card.cardNumber ?? '')}`,
  )
  call.audit({
    record: auditCard(sent),
    after: {
      'In place of': masked(card.cardNumber ?? ''),
      Value: moneyText(cents / 100),
      Mobile: sent.MobileNumber,
      Email: sent.EmailAddress,
    },
  })
  await carryOver(call, card, sent, cents)
}
