import sql from 'sql-template-tag'
import { amountInWords, type LimitKind } from '#contract/approvals/limits.ts'
import { quietBell, ringBell } from '#platform/bell'
import { oneByOne } from '#platform/concurrency'
import { type Database, eachBusiness, type Transaction } from '#platform/database'

type Expired = { id: string; askerId: string; Title: string; kind: LimitKind; amount: number }

/** Ends the requests that nobody decided in their time, and forgets who gave how much on former days. */
export async function expireApprovals(database: Database): Promise<void> {
  await eachBusiness(database, async (businessId) => {
    await database.transaction(businessId, async (tx) => {
      const expired = await tx.rows<Expired>(sql`
        update approval_request set status = 'Expired', input = null, decided_at = expires_at
        where business_id = ${businessId} and status = 'Waiting' and expires_at <= now()
        returning approval_id as id, asker_id as "askerId", title as "Title", kind, amount::float8 / 100 as amount`)
      await oneByOne(expired, (each) => tellAsker(tx, each))
    })
    await database.forTenant(businessId).run(sql`
      delete from limit_use where business_id = ${businessId} and day < (select business_day()) - 7`)
  })
}

async function tellAsker(
  tx: Transaction,
  { id: subject, askerId, Title, kind, amount }: Expired,
): Promise<void> {
  await quietBell(tx, 'ApprovalAsked', subject)
  const values = { Status: 'Expired', Title, Amount: amountInWords(kind, amount) }
  await ringBell(tx, [askerId], { kind: 'ApprovalDecided', subject, values })
}
