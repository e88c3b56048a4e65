import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/** Keeps the name that the register has for the business's ABN, confirmed now; null for one that it doesn't confirm. */
export async function keepLegalName(tx: Transaction, legalName: string | null): Promise<void> {
  await tx.run(sql`
    update business set legal_name = ${legalName}::text,
      abn_confirmed_at = case when ${legalName}::text is not null then now() end
    where business_id = ${tx.businessId}`)
}
