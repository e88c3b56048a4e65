import type { TillReceipt, tillApi } from '#contract/till/till.ts'
import { inCents } from '#contract/values/decimals.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { lockCurrentCard } from '#server/cards/account'
import { captureBehind, lockHolder, refund } from '#server/ledger'
import { currentMemberId, lockMember } from '#server/members/record'
import { hasPassInForce } from '#server/passes/issued'
import { requireGiven } from '#server/points'
import { aboutOf, type Held, readHeld, tillsOf } from './holds.ts'
import { purseAmountText } from './purse.ts'
import { recordedReceipt } from './receipt.ts'
import { requireSource } from './sources.ts'

/** Gives back what was taken for a sale, or a part of it. */
export async function tillRefund(call: Call<typeof tillApi.tillRefund>): Promise<TillReceipt> {
  const { db, who, params, body } = call
  const sale = await captureBehind(db, params.transactionId, 'till')
  if (!sale) throw notFound('The sale')
  const held = await readHeld(db, who, sale.holdId)
  requireSource(held, body?.Source)
  await lockOwner(db, who, held)
  const amount = body?.Amount === undefined ? sale.refundable : inCents(body.Amount)
  if (sale.refundable === 0) throw conflict('refunded', 'All of this sale has been refunded already.')
  if (amount > sale.refundable)
    throw conflict('too_much', `Only ${purseAmountText(held, sale.refundable)} of this sale can be refunded.`)
  const reference = body?.Reference ?? held.reference
  const posted = await refund(db, aboutOf(who, 'Refund', reference), {
    transactionId: params.transactionId,
    from: tillsOf(held),
    to: held.account,
    amount,
  })
  return recordedReceipt(call, held, {
    kind: 'Refund',
    posted,
    line: 1,
    amount,
    holdId: held.holdId,
    reference,
  })
}

// A card that is turned off gets its money back all the same; on one that has expired it would be lost. A member who
// was merged into another meanwhile is that one, and a card or a pass that was replaced the one in its place.
async function lockOwner(tx: Transaction, who: Who, { account }: Held): Promise<void> {
  if (account.kind === 'points') {
    const { id } = await lockMember(tx, who, await currentMemberId(tx, account.owner))
    return requireGiven(tx, id, [account.unit])
  }
  if (account.kind === 'purse') return lockPurseAgain(tx, account)
  const card = await lockCurrentCard(tx, who, account.owner)
  if (card.AccountStatus === 'Expired' || card.isExpired)
    throw conflict('card_expired', 'This card has expired: refund the sale in another way.')
}

async function lockPurseAgain(tx: Transaction, account: Held['account']): Promise<void> {
  await lockHolder(tx, account)
  if (!(await hasPassInForce(tx, account.owner)))
    throw conflict(
      'pass_revoked',
      'This digital card was revoked and no other is in its place: send the member a new one, or refund the sale in another way.',
    )
}
