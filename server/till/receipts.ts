import sql, { empty, type Sql } from 'sql-template-tag'
import { transactionOfReceipt } from '#contract/till/receipt-number.ts'
import type { FoundReceipt, receiptsApi } from '#contract/till/receipts.ts'
import type { PaidBy } from '#contract/till/tender.ts'
import type { tillReloadApi } from '#contract/till/till-reload.ts'
import type { TillReceipt } from '#contract/till/till.ts'
import { requireOneOf, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { businessName } from '#server/business'
import { readCard } from '#server/cards/account'
import { reloadKinds } from '#server/cards/reload'
import { currentMemberId, readMember } from '#server/members/record'
import type { Purse } from './purse.ts'
import { tillPlaceOf, writtenReceipt } from './receipt.ts'
import { voidKind } from './reloads.ts'

/** What a receipt was of, by what the ledger calls it. */
const kinds: Readonly<Record<string, TillReceipt['Kind']>> = {
  Purchase: 'Hold',
  'Purchase settled': 'Capture',
  'Purchase released': 'Release',
  Refund: 'Refund',
  [reloadKinds.paid]: 'Reload',
  [reloadKinds.given]: 'Reload',
  [reloadKinds.online]: 'Reload',
  [voidKind]: 'Void',
}

/** A receipt of a till again, for the tills of its venue. */
export async function tillReceipt({
  db,
  who,
  params,
}: Call<typeof tillReloadApi.tillReceipt>): Promise<TillReceipt> {
  const ofVenue = sql`and coalesce(h.venue_no, r.venue_no) = ${tillPlaceOf(who).venueNo}`
  const kept = await readKept(db, params.receiptNumber, ofVenue)
  return copyOf(kept, kept.venueName ?? tillPlaceOf(who).venueName)
}

/** A receipt that somebody has brought, for those who may see the card or the member it is of. */
export async function findReceipt(call: Call<typeof receiptsApi.findReceipt>): Promise<FoundReceipt> {
  const { db, who, params } = call
  const kept = await readKept(db, params.receiptNumber, empty)
  const owner = await visibleOwner(db, who, kept)
  const Place = kept.venueName ?? (await businessName(db))
  return { ...copyOf(kept, Place), Place, ...owner }
}

async function visibleOwner(db: Queries, who: Who, { kind, owner }: Purse['account']) {
  if (kind === 'card') {
    requireOneOf(who, ['Member.InviteToCard', 'Card.Manage'])
    const { CardId } = await readCard(db, who, owner)
    return { CardId, MemberId: null }
  }
  requireOneOf(who, ['Member.ReadDetails'])
  const { id } = await readMember(db, who, await memberBehind(db, owner))
  return { CardId: null, MemberId: id }
}

/** The member whose points they were, or whose digital card; merged into another, they are that one. */
async function memberBehind(db: Queries, owner: string): Promise<string> {
  const pass = await db.maybe<{ memberId: string }>(sql`
    select member_id as "memberId" from pass where business_id = ${db.businessId} and pass_id = ${owner}`)
  return currentMemberId(db, pass?.memberId ?? owner)
}

/** What is known of a transaction that had a receipt. */
type Kept = Purse['account'] & {
  readonly transactionId: string
  readonly ledgerKind: string
  readonly at: string
  readonly amount: number
  readonly balance: number
  readonly accountName: string
  readonly unitName: string
  /** Null of what was done in the console. */
  readonly venueName: string | null
  readonly holdId: string | null
  readonly expiresAt: string | null
  readonly reference: string | null
  readonly tender: PaidBy | null
}

function copyOf(kept: Kept, place: string): TillReceipt {
  const { kind, owner, unit, accountName, unitName, ledgerKind, expiresAt, holdId, ...rest } = kept
  const purse = { account: { kind, owner, unit }, accountName, unitName, recordName: '' }
  const receiptKind = kinds[ledgerKind] ?? 'Hold'
  const done = {
    ...rest,
    kind: receiptKind,
    ...(holdId !== null && { holdId }),
    // As the first one was written, to the millisecond.
    ...(receiptKind === 'Hold' && expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
  }
  return writtenReceipt(place, purse, done, true)
}

/**
 * Nothing is kept of a receipt itself: what it said is in the ledger, and beside its holds and reloads. A capture of all that was
 * held leaves no line on the account: its balance was the one before.
 */
async function readKept(db: Queries, receiptNumber: string, which: Sql): Promise<Kept> {
  const kept = await db.maybe<Kept>(sql`
    select t.transaction_id::text as "transactionId", t.kind as "ledgerKind", t.at, owned.kind, owned.owner_id as owner,
      owned.unit, coalesce(h.account_name, r.account_name) as "accountName", coalesce(h.unit_name, 'AUD') as "unitName",
      case when h.hold_id is not null or r.venue_no is not null then t.description end as "venueName",
      coalesce(far.amount, h.amount, r.cents) as amount, coalesce(own.balance_after, last.balance_after, 0) as balance,
      h.hold_id as "holdId", k.expires_at as "expiresAt", r.tender,
      case when r.transaction_id is null or r.venue_no is not null then t.reference end as reference
    from ledger_transaction t
    left join ledger_transaction sale on sale.business_id = t.business_id and sale.transaction_id = t.refunds
    left join till_hold h on h.business_id = t.business_id
      and h.hold_id = coalesce(t.hold_id, sale.hold_id, t.transaction_id)::text
    left join ledger_hold k on k.business_id = t.business_id and k.hold_id = t.transaction_id
    left join card_reload r on r.business_id = t.business_id
      and r.transaction_id = coalesce(t.reverses, t.transaction_id)::text
    cross join lateral (
      select coalesce(h.account_kind, 'card') as kind, coalesce(h.owner_id, r.card_id) as owner_id,
        coalesce(h.unit, 'AUD') as unit
    ) owned
    left join lateral (
      select abs(e.amount) as amount from ledger_entry e
      join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id
      where e.business_id = t.business_id and e.transaction_id = t.transaction_id and a.kind = 'external' limit 1
    ) far on true
    left join lateral (
      select e.balance_after from ledger_entry e
      join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id
      where e.business_id = t.business_id and e.transaction_id = t.transaction_id and a.kind = owned.kind limit 1
    ) own on true
    left join lateral (
      select e.balance_after from ledger_account a
      join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
      where a.business_id = t.business_id and a.kind = owned.kind and a.owner_id = owned.owner_id and a.unit = owned.unit
        and e.at <= t.at
      order by e.entry_id desc limit 1
    ) last on true
    where t.business_id = ${db.businessId} and t.transaction_id = ${transactionOfReceipt(receiptNumber) ?? '0'}
      and t.kind = any(${Object.keys(kinds)}) and owned.owner_id is not null ${which}`)
  if (!kept) throw notFound('A receipt with this number')
  return kept
}
