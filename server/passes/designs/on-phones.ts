import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** So many passes of a design are looked at in one statement, of however many. */
const slice = 10_000

/** How many passes are in wallets. */
export type OnPhones = { readonly apple: number; readonly google: number }

/** How many of the next passes of a design are in wallets; the end of these is null where they are the last. */
export function onPhonesAfter(
  db: Queries,
  passConfigurationId: string,
  after: string,
): Promise<OnPhones & { readonly end: string | null }> {
  const looked = sql`any(array(select pass_id from looked_at))`
  return db.one(sql`
    with looked_at as materialized (
      select pass_id from pass
      where business_id = ${db.businessId} and pass_configuration_id = ${passConfigurationId}
        and claimed_at is not null and pass_id > ${after}
      order by pass_id limit ${slice})
    select (select count(distinct pass_id)::integer from apple_registration
        where business_id = ${db.businessId} and pass_id = ${looked}) as apple,
      (select count(*)::integer from google_pass where business_id = ${db.businessId} and pass_id = ${looked}) as google,
      (select pass_id from looked_at order by pass_id offset ${slice - 1} limit 1) as end`)
}

/** How many passes of a design are in wallets, counted slice by slice. */
export async function onPhones(db: Queries, passConfigurationId: string): Promise<OnPhones> {
  const sum = { apple: 0, google: 0 }
  for (let mark: string | null = ''; mark !== null;) {
    const part = await onPhonesAfter(db, passConfigurationId, mark)
    sum.apple += part.apple
    sum.google += part.google
    mark = part.end
  }
  return sum
}
