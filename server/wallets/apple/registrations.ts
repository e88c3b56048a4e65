import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { seeing, seenOf, type SeenTags, textOf } from './seen-tags.ts'

/** A device that carries a pass. */
export type Registration = {
  readonly passId: string
  readonly deviceId: string
  readonly pushToken: string
}

// More than anyone has. The token of a pass must not be good for filling the table.
const mostDevices = 50

/** Keeps how to reach a device that has installed a pass; says whether it is new, or null if there are too many. */
export async function register(
  tx: Transaction,
  { passId, deviceId, pushToken }: Registration,
): Promise<'new' | 'known' | null> {
  const known = await tx.run(sql`
    update apple_registration set push_token = ${pushToken}
    where business_id = ${tx.businessId} and pass_id = ${passId} and device_id = ${deviceId}`)
  if (known > 0) return 'known'
  const added = await tx.run(sql`
    insert into apple_registration (business_id, pass_id, device_id, push_token)
    select ${tx.businessId}, ${passId}, ${deviceId}, ${pushToken}
    where (select count(*) from apple_registration
      where business_id = ${tx.businessId} and pass_id = ${passId}) < ${mostDevices}
    on conflict (business_id, pass_id, device_id) do update set push_token = excluded.push_token`)
  return added > 0 ? 'new' : null
}

/** Forgets a device that has removed the pass. */
export async function unregister(tx: Transaction, passId: string, deviceId: string): Promise<void> {
  await tx.run(sql`
    delete from apple_registration
    where business_id = ${tx.businessId} and pass_id = ${passId} and device_id = ${deviceId}`)
}

/** Forgets the devices behind push tokens that lead nowhere any more. */
export async function forgetTokens(db: Queries, pushTokens: readonly string[]): Promise<void> {
  await db.run(sql`
    delete from apple_registration
    where business_id = ${db.businessId} and push_token = any(${pushTokens})`)
}

// The rest is asked for with the tags of these.
const mostChanged = 500

type Changed = { readonly serial: string; readonly businessId: string; readonly updateTag: number }

/** The passes on a device whose tags are above what it has seen, and what it has seen then; null if there are none. */
export async function changedOnDevice(db: Queries, deviceId: string, seen: SeenTags) {
  const clubs = await db.rows<{ id: string }>(sql`
    select distinct business_id as id from apple_registration where device_id = ${deviceId}`)
  const since = clubs.map(({ id }) => seenOf(seen, id, clubs.length))
  // All of one tag or none: a business gives the same one to many passes.
  const changed = await db.rows<Changed>(sql`
    select p.serial, p.business_id as "businessId", p.update_tag as "updateTag"
    from unnest(${clubs.map(({ id }) => id)}::text[], ${since}::bigint[]) as club (id, since)
    join apple_registration r on r.business_id = club.id
    join pass p on p.business_id = r.business_id and p.pass_id = r.pass_id
    where r.device_id = ${deviceId} and p.update_tag > club.since
    order by p.update_tag fetch first ${mostChanged} rows with ties`)
  if (changed.length === 0) return null
  return {
    lastUpdated: textOf(changed.reduce(seeing, seen), clubs.length),
    serialNumbers: changed.map(({ serial }) => serial),
  }
}
