import sql, { empty, type Sql } from 'sql-template-tag'
import { clock } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import type { Database, Queries, Transaction } from '#platform/database'
import { failureOf, inPieces, type InPieces, type Piece } from '#platform/jobs'
import { notFound, Refusal } from '#platform/refusals'
import type { Account } from './accounts.ts'
import { type About, idOf, type Posted, positive, postedBy } from './posting.ts'

/** A hold: an amount that was taken from an account and waits in its in-flight account. */
export type Hold = {
  readonly holdId: string
  readonly account: Account
  readonly amount: number
  readonly captured: number
  readonly expiresAt: string | null
  /** Null while it waits. */
  readonly outcome: 'Captured' | 'Released' | 'Expired' | null
  readonly reference: string | null
}

/**
 * Takes an amount from an account until it is captured or released. After so many seconds the ledger gives it back by
 * itself, told by the database's clock as all of its times are; with null whoever holds has to release it. The hold's id is its transaction's.
 */
export async function hold(
  tx: Transaction,
  about: About,
  { account, amount, seconds }: { account: Account; amount: number; seconds: number | null },
): Promise<Posted> {
  const { kind, owner, unit } = account
  const posted = await postedBy(
    tx,
    sql`hold_balance(${about.kind}, ${about.actor.uid}, ${about.actor.name},
      ${kind}, ${owner}, ${unit}, ${positive(amount)},
      now() + make_interval(secs => ${seconds}::float8),
      ${about.reference}, ${about.description}, ${about.note})`,
  )
  return posted!
}

/**
 * Keeps whose account it is from changing, as everybody does before touching the account: a member's row follows the
 * balance of their points, and who takes the two the other way round waits in a circle. What comes back to a member
 * who was merged into another goes to that one, what comes back to a card or a pass that was replaced to the one in its
 * place.
 */
export async function lockHolder(tx: Transaction, { kind, owner }: Account): Promise<void> {
  if (kind === 'points') await lockMembers(tx, sql`${owner}, current_member(${owner})`)
  if (kind === 'purse') await lockPasses(tx, owner)
  if (kind === 'card') await lockCards(tx, owner)
}

function lockMembers(tx: Transaction, ids: Sql): Promise<number> {
  return tx.run(sql`
    select from member
    where business_id = ${tx.businessId} and member_id in (${ids})
    order by member_id for no key update`)
}

// The member as well: whoever replaces a pass, or merges members, has locked them. Which passes it is about is asked once they are.
async function lockPasses(tx: Transaction, passId: string): Promise<void> {
  const pass = await tx.maybe<{ memberId: string }>(sql`
    select member_id as "memberId" from pass where business_id = ${tx.businessId} and pass_id = ${passId}`)
  if (!pass) return
  await lockMembers(tx, sql`${pass.memberId}, current_member(${pass.memberId})`)
  await tx.run(sql`
    select from pass
    where business_id = ${tx.businessId} and pass_id in (${passId}, current_pass(${passId}))
    order by pass_id for no key update`)
}

// A card and those that took its place, one after the other: each may be replaced until it is locked.
async function lockCards(tx: Transaction, cardId: string): Promise<void> {
  const card = await tx.maybe<{ next: string | null }>(sql`
    select replaced_by_card_id as next from card
    where business_id = ${tx.businessId} and card_id = ${cardId} for no key update`)
  if (card?.next) await lockCards(tx, card.next)
}

/** Settles a hold: the amount goes to the account, the rest back. The one balance is that of the account held from. */
export async function capture(
  tx: Transaction,
  about: About,
  { holdId, amount, to }: { holdId: string; amount: number; to: Account },
): Promise<Posted> {
  return required(
    await postedBy(
      tx,
      sql`settle_hold(${idOf(holdId)}, 'Captured', ${about.kind}, ${about.actor.uid}, ${about.actor.name},
        ${positive(amount)}, ${to.kind}, ${to.owner}, ${about.reference}, ${about.description}, ${about.note})`,
    ),
  )
}

/** Gives all of a hold back to whoever it was taken from; their balance is the one that is told. */
export async function release(tx: Transaction, about: About, holdId: string): Promise<Posted> {
  return required(await settleWhole(tx, 'Released', about, holdId))
}

/** The hold as it is now, or a 404. */
export async function readHold(db: Queries, holdId: string): Promise<Hold> {
  const row = await db.maybe<Omit<Hold, 'account'> & Account>(sql`
    select h.hold_id::text as "holdId", a.kind, a.owner_id as owner, a.unit, h.amount, h.captured,
      h.expires_at as "expiresAt", h.outcome, t.reference
    from ledger_hold h
    join ledger_account a on a.business_id = h.business_id and a.account_id = h.account_id
    join ledger_transaction t on t.business_id = h.business_id and t.transaction_id = h.hold_id
    where h.business_id = ${db.businessId} and h.hold_id = ${idOf(holdId)}`)
  if (!row) throw notFound('The hold')
  const { kind, owner, unit, ...rest } = row
  return { ...rest, account: { kind, owner, unit } }
}

/** Gives back every hold whose time is over. */
export function expireHolds(database: Database, turn: InPieces = {}): Promise<void> {
  const expireIn = (businessId: string, after: string) => expireAfter(database, businessId, after)
  const whileSuspended = 'What nobody can capture any more is given back.'
  return inPieces(database, 'expire_holds', expireIn, { ...turn, whileSuspended })
}

type Due = Account & { holdId: string; expiresAt: string }

// A part of a second's work: those of other businesses, and whoever else waits in the lane, come next.
const batch = 100

/** Gives back so many after a place. One that fails keeps none of the others, as the next piece begins after it. */
async function expireAfter(database: Database, businessId: string, after: string): Promise<Piece> {
  const [expiresAt, holdId] = after.split(' ')
  const due = await database.forTenant(businessId).rows<Due>(sql`
    select h.hold_id::text as "holdId", replace(h.expires_at::text, ' ', 'T') as "expiresAt",
      a.kind, a.owner_id as owner, a.unit
    from (
      select hold_id, account_id, expires_at from ledger_hold
      where business_id = ${businessId} and outcome is null and expires_at <= now()
        ${expiresAt && holdId ? sql`and (expires_at, hold_id) > (${expiresAt}::timestamptz, ${holdId}::bigint)` : empty}
      order by expires_at, hold_id limit ${batch}
    ) h
    join ledger_account a on a.business_id = ${businessId} and a.account_id = h.account_id
    order by h.expires_at, h.hold_id`)
  let isOurs = true
  const expireNext = async (one: Due) => {
    if (isOurs) isOurs = await expire(database, businessId, one)
  }
  const failure = await failureOf(oneByOne(due, expireNext))
  const last = isOurs && due.length === batch ? due.at(-1) : undefined
  return { next: last ? `${last.expiresAt} ${last.holdId}` : null, failure }
}

/**
 * False if somebody else is just giving back one of the business's: what the clock begins doesn't wait for the rest of what it
 * began before, and of two that go through the same one goes on.
 */
async function expire(database: Database, businessId: string, due: Due): Promise<boolean> {
  try {
    return await database.transaction(businessId, async (tx) => {
      const lock = sql`hashtextextended(${`expire_holds ${businessId}`}, 0)`
      const { isFree } = await tx.one<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock(${lock}) as "isFree"`,
      )
      if (!isFree) return false
      await lockHolder(tx, due)
      await settleWhole(tx, 'Expired', { kind: 'Hold expired', actor: clock }, due.holdId)
      return true
    })
  } catch (error) {
    // Somebody released it, or another process was here first.
    if (!(error instanceof Refusal)) throw error
    return true
  }
}

function settleWhole(db: Queries, outcome: 'Released' | 'Expired', about: About, holdId: string) {
  return postedBy(
    db,
    sql`settle_hold(${idOf(holdId)}, ${outcome}, ${about.kind}, ${about.actor.uid}, ${about.actor.name},
      p_reference => ${about.reference}, p_description => ${about.description}, p_note => ${about.note})`,
  )
}

function required(posted: Posted | null): Posted {
  if (!posted) throw notFound('The hold')
  return posted
}
