import sql from 'sql-template-tag'
import { shortestHoldSeconds } from '#contract/business/venues.ts'
import type { TillReceipt, TillSource, tillApi } from '#contract/till/till.ts'
import { inCents } from '#contract/values/decimals.ts'
import type { TillPlace, Who } from '#platform/access'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import type { Transaction } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/refusals'
import { balanceOf, capture, hold, lockHolder, NotEnough, outside, release } from '#server/ledger'
import { purseAmountText, type Purse } from './purse.ts'
import { tillPlaceOf, receiptOf, recordedReceipt } from './receipt.ts'
import { lockPurse, requireSource } from './sources.ts'

/** Tells what there is to pay with. A card that may not be used says so here already. */
export async function tillBalance({ db, who, body }: Call<typeof tillApi.tillBalance>): Promise<TillReceipt> {
  const purse = await lockPurse(db, who, body)
  const balance = await balanceOf(db, purse.account)
  return receiptOf(who, purse, { kind: 'Balance', at: rightNow().toISOString(), amount: balance, balance })
}

/** Takes an amount off a card, a purse or a member's points until it is captured or released, or its time is over. */
export async function tillHold(call: Call<typeof tillApi.tillHold>): Promise<TillReceipt> {
  const { db, who, body } = call
  const place = tillPlaceOf(who)
  const seconds = secondsOf(place, body.TimeToLiveSeconds)
  const purse = await lockPurse(db, who, body)
  const amount = inCents(body.Amount)
  const reference = body.Reference ?? null
  const posted = await hold(db, aboutOf(who, 'Purchase', reference), {
    account: purse.account,
    amount,
    seconds,
  }).catch((error: unknown) => inPurse(error, purse))
  const held = { ...purse, holdId: posted.transactionId, amount, reference }
  const expiresAt = new Date(await remember(db, place, held)).toISOString()
  return recordedReceipt(call, held, { ...held, kind: 'Hold', posted, expiresAt })
}

/** Takes what is held, or a part of it; the rest goes back. */
export async function tillCapture(call: Call<typeof tillApi.tillCapture>): Promise<TillReceipt> {
  const { db, who, params, body } = call
  const held = await readHeld(db, who, params.holdId)
  requireSource(held, body?.Source)
  const amount = body?.Amount === undefined ? held.amount : inCents(body.Amount)
  if (amount > held.amount)
    throw conflict('too_much', `Only ${purseAmountText(held, held.amount)} is held for this sale.`)
  const { holdId } = held
  const reference = body?.Reference ?? held.reference
  await lockHolder(db, held.account)
  const about = aboutOf(who, 'Purchase settled', reference)
  const posted = await capture(db, about, { holdId, amount, to: tillsOf(held) })
  return recordedReceipt(call, held, { kind: 'Capture', posted, amount, holdId, reference })
}

/** Gives all that is held back. */
export async function tillRelease(call: Call<typeof tillApi.tillRelease>): Promise<TillReceipt> {
  const { db, who, params, body } = call
  const held = await readHeld(db, who, params.holdId)
  requireSource(held, body?.Source)
  const { amount, holdId } = held
  const reference = body?.Reference ?? held.reference
  await lockHolder(db, held.account)
  const posted = await release(db, aboutOf(who, 'Purchase released', reference), holdId)
  return recordedReceipt(call, held, { kind: 'Release', posted, amount, holdId, reference })
}

/** An amount that a till of this venue has held. */
export type Held = Purse & {
  readonly holdId: string
  readonly amount: number
  readonly reference: string | null
}

type Row = Omit<Held, 'account'> & Purse['account']

/** What is known of a hold of this venue's tills; a 404 for any other. */
export async function readHeld(tx: Transaction, who: Who, holdId: string): Promise<Held> {
  const row = await tx.maybe<Row>(sql`
    select hold_id as "holdId", account_kind as kind, owner_id as owner, unit, amount, unit_name as "unitName",
      account_name as "accountName", record_name as "recordName", reference
    from till_hold
    where business_id = ${tx.businessId} and hold_id = ${holdId} and venue_no = ${tillPlaceOf(who).venueNo}`)
  if (!row) throw notFound('The hold')
  const { kind, owner, unit, ...rest } = row
  return { ...rest, account: { kind, owner, unit } }
}

/** Answers with the end of the hold, which the database has told by its clock. */
async function remember(tx: Transaction, { venueNo }: TillPlace, held: Held): Promise<string> {
  const { account, holdId, amount, unitName, accountName, recordName, reference } = held
  const { expiresAt } = await tx.one<{ expiresAt: string }>(sql`
    insert into till_hold (business_id, hold_id, venue_no, account_kind, owner_id, unit, amount, unit_name,
      account_name, record_name, reference)
    values (${tx.businessId}, ${holdId}, ${venueNo}, ${account.kind}, ${account.owner}, ${account.unit}, ${amount},
      ${unitName}, ${accountName}, ${recordName}, ${reference})
    returning (select k.expires_at from ledger_hold k
      where k.business_id = ${tx.businessId} and k.hold_id = ${holdId}::bigint) as "expiresAt"`)
  return expiresAt
}

/** Where tills put what they take. */
export function tillsOf({ account }: Pick<Purse, 'account'>) {
  return outside('till', account.unit)
}

/** What the ledger keeps of a till's doings. */
export function aboutOf(who: Who, kind: string, reference: string | null | undefined) {
  return { kind, actor: who, description: tillPlaceOf(who).venueName, reference: reference ?? undefined }
}

function secondsOf({ longestHoldSeconds }: TillPlace, seconds = longestHoldSeconds): number {
  if (seconds < shortestHoldSeconds || seconds > longestHoldSeconds) {
    const sentence = `This venue holds an amount for ${shortestHoldSeconds} to ${longestHoldSeconds} seconds.`
    throw invalid(sentence, { TimeToLiveSeconds: sentence })
  }
  return seconds
}

function inPurse(error: unknown, purse: Purse): never {
  if (!(error instanceof NotEnough)) throw error
  throw conflict(
    error.code,
    `There ${tooLittle[purse.account.kind]}: ${purseAmountText(purse, error.available)} can be used.`,
  )
}

const tooLittle: Readonly<Record<TillSource, string>> = {
  card: 'is not enough on this card',
  points: 'are not enough points',
  purse: 'is not enough in the purse of this digital card',
}
