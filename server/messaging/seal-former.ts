import sql from 'sql-template-tag'
import { type Database, noBusiness } from '#platform/database.ts'
import { type Addressed, type Kept, resealText } from './sealing.ts'

const batch = 500

/** Seals what the former version kept or failed to send in clear. What it still tries to send it has to read as it is. */
export async function sealFormerMessages(database: Database): Promise<void> {
  const inClear = sql`secret <> '' and state in ('Kept', 'Failed')`
  for (;;) {
    const found = await database.forBusiness(noBusiness).rows<Addressed & Kept & { id: string }>(sql`
      select business_id as "businessId", id, channel, recipient, body, secret, sealed from outbox_message
      where ${inClear} order by id limit ${batch}`)
    for (const message of found) {
      const { body, secret, sealed } = resealText(database.vault, message, message)
      await database.forBusiness(message.businessId).run(sql`
        update outbox_message set body = ${body}, secret = ${secret}, sealed = ${sealed}
        where business_id = ${message.businessId} and id = ${message.id} and ${inClear}`)
    }
    if (found.length < batch) return
  }
}
