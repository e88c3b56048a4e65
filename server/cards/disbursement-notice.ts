import sql from 'sql-template-tag'
import { moneyText } from '#contract/decimals.ts'
import type { LowBalanceNotice } from '#contract/disbursement.ts'
import type { Queries, Transaction } from '#platform/database.ts'
import { queueEmail } from '#server/messaging'

export type Notice = { thresholdCents: number; emailAddress: string; isTold: boolean }

/** When somebody is to be told that the money runs low; null if nobody is. */
export function readNotice(db: Queries): Promise<Notice | null> {
  return db.maybe<Notice>(sql`
    select threshold_cents as "thresholdCents", email_address as "emailAddress", told_at is not null as "isTold"
    from disbursement_notice where business_id = ${db.businessId}`)
}

/** Puts a notice in the contract's shape. */
export function noticeOf(notice: Notice | null): LowBalanceNotice | null {
  return notice && { Threshold: notice.thresholdCents / 100, EmailAddress: notice.emailAddress }
}

/** Tells that the money runs low, once each time that it does. */
export async function tellIfLow(tx: Transaction, balance: number): Promise<void> {
  const notice = await readNotice(tx)
  if (!notice) return
  const isLow = balance < notice.thresholdCents
  if (isLow === notice.isTold) return
  await tx.run(sql`
    update disbursement_notice set told_at = ${isLow ? new Date() : null} where business_id = ${tx.businessId}`)
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
    to: emailAddress,
    subject: `${name}: ${left} left to give out`,
    body: `${paragraphs.join('\n\n')}\n`,
  }
}
