import sql, { empty, type Sql } from 'sql-template-tag'
import type { LowBalanceNotice } from '#contract/cards/disbursement.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { rightNow } from '#platform/clock'
import { type Database, eachBusiness, type Queries, type Transaction } from '#platform/database'
import { balanceOf, disbursement } from '#server/ledger'
import { queueEmail } from '#server/messaging'

export type Notice = { thresholdCents: number; emailAddress: string; isTold: boolean }

/** When somebody is to be told that the money runs low; null if nobody is. */
export function readDisbursementNotice(db: Queries, lock: Sql = empty): Promise<Notice | null> {
  return db.maybe<Notice>(sql`
    select threshold_cents as "thresholdCents", email_address as "emailAddress", told_at is not null as "isTold"
    from disbursement_notice where business_id = ${db.businessId} ${lock}`)
}

/** Puts a notice in the contract's shape. */
export function noticeOf(notice: Notice | null): LowBalanceNotice | null {
  return notice && { Threshold: notice.thresholdCents / 100, EmailAddress: notice.emailAddress }
}

/** Tells those who want to know that the money of their business runs low, once each time that it does. */
export async function tellLowBalances(database: Database): Promise<void> {
  await eachBusiness(database, async (id) => {
    const notice = await readDisbursementNotice(database.forTenant(id))
    if (notice) await database.transaction(id, tellIfLow)
  })
}

// Not in the calls that take the money: they would hold everybody up who wants some.
async function tellIfLow(tx: Transaction): Promise<void> {
  const notice = await readDisbursementNotice(tx, sql`for update`)
  if (!notice) return
  const balance = await balanceOf(tx, disbursement)
  const isLow = balance < notice.thresholdCents
  if (isLow === notice.isTold) return
  await tx.run(sql`
    update disbursement_notice set told_at = ${isLow ? rightNow() : null} where business_id = ${tx.businessId}`)
  if (isLow) await queueEmail(tx, await letterOf(tx, notice, balance))
}

async function letterOf(tx: Transaction, { thresholdCents, emailAddress }: Notice, balance: number) {
  const { name } = await tx.one<{ name: string }>(
    sql`select display_name as name from business where business_id = ${tx.businessId}`,
  )
  const left = moneyText(balance / 100)
  const paragraphs = [
    `The disbursement account of ${name} has ${left} left, which is less than ${moneyText(thresholdCents / 100)}.`,
    'Cards and transfers of points are refused when it is empty. Ask for a deposit in time.',
  ]
  return {
    kind: 'low-balance',
    lane: 'soon' as const,
    to: emailAddress,
    subject: `${name}: ${left} left to give out`,
    body: `${paragraphs.join('\n\n')}\n`,
  }
}
