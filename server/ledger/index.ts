/**
 * Money and points: double entry, append-only, in whole numbers. Everything happens in the caller's transaction
 * (`call.db` of a write), so it stands or falls with the rest of the call and with its idempotency key.
 *
 * - `post` moves amounts between accounts; `move` is the usual case of two. Lines add up to nothing per unit.
 * - `hold` sets an amount aside; `capture` (whole or part, the rest goes back) or `release` settles it, once.
 * - `reverse` takes a whole transaction back, once; `refund` gives a part back, never more than there was.
 * - Too little on an account is a `NotEnough`: catch it to say so in the words of your page, and throw again.
 *
 * Locks: what is yours (a member, a card, an order) first, then one posting, as late in the call as possible.
 * Two things to post in one call are lines of one transaction, not two.
 */
export {
  type Account,
  /** @public */
  adjustments,
  breakage,
  cardBalance,
  disbursement,
  inFlightOf,
  outside,
  pointsOf,
  /** @public */
  pointsUnit,
  /** @public */
  purseOf,
  /** @public */
  type Unit,
} from './accounts.ts'
export { checkLedger, checkLedgerOf, type Rule } from './check.ts'
export {
  capture,
  expireHolds,
  lockHolder,
  /** @public */
  type Hold,
  hold,
  readHold,
  release,
} from './holds.ts'
export {
  type About,
  type Actor,
  /** @public */
  type Line,
  move,
  post,
  /** @public */
  type Posted,
} from './posting.ts'
export {
  balanceOf,
  captureBehind,
  descriptionFor,
  entriesOf,
  entriesOn,
  type Entry,
  putOnToday,
} from './reading.ts'
export { NotEnough } from './refusals.ts'
export { refund, reverse } from './taking-back.ts'
