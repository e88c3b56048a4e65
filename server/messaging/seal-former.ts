import sql, { type Sql } from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { type Database, noTenant, type Queries } from '#platform/database'
import { startJob } from '#platform/jobs'
import { type SendPayload, sendTaskOf } from './outbox.ts'
import { type Addressed, type Kept, resealText } from './sealing.ts'

type InClear = Addressed & Kept & { id: string }

const columns = sql`business_id as "businessId", id, channel, recipient, body, secret, sealed`
const batch = 500

/** Seals what the former version kept or failed to send in clear. What it still tries to send it has to read as it is. */
export async function sealFormerMessages(database: Database): Promise<void> {
  const inClear = sql`secret <> '' and state in ('Kept', 'Failed')`
  const some = async (after: string): Promise<void> => {
    const found = await database.forTenant(noTenant).rows<InClear>(sql`
      select ${columns} from outbox_message where ${inClear} and id > ${after} order by id limit ${batch}`)
    const sealEach = () =>
      oneByOne(found, (each) => seal(database, database.forTenant(each.businessId), each, inClear))
    const goOn = async () => (found.length < batch ? undefined : some(found.at(-1)?.id ?? after))
    // What can't be sealed keeps none of the others from it, neither beside it nor after it.
    await oneByOne([sealEach, goOn], (part) => part())
  }
  await some('0')
}

/**
 * Makes a message with a link, which the former version queued, one of ours. Its job is in our hands, so no process of that
 * version sends it just now, and none knows the job that will. False if there is nothing to seal.
 */
export function takeOverInClear(database: Database, { businessId, id }: SendPayload): Promise<boolean> {
  return database.transaction(businessId, async (tx) => {
    const message = await tx.maybe<InClear>(sql`
      select ${columns} from outbox_message
      where business_id = ${businessId} and id = ${id} and state = 'Queued' for update`)
    if (!message || message.secret === null) return false
    // Else it was taken over before, and the end of the former job got lost.
    if (message.secret !== '') {
      await seal(database, tx, message, sql`state = 'Queued'`)
      await startJob(tx, sendTaskOf('bulk'), { businessId, id } satisfies SendPayload)
    }
    return true
  })
}

async function seal({ vault }: Database, db: Queries, message: InClear, isStill: Sql): Promise<void> {
  const { body, secret, sealed } = resealText(vault, message, message)
  await db.run(sql`
    update outbox_message set body = ${body}, secret = ${secret}, sealed = ${sealed}
    where business_id = ${message.businessId} and id = ${message.id} and ${isStill}`)
}
