import { asSuperuser, type OwnDatabase } from './backups.ts'
import { tablesOfBusinesses } from './database.ts'

/** Closes a business, as the console does. */
export const suspend = (database: OwnDatabase, businessId: string) =>
  asSuperuser(database, (client) =>
    client.query(
      `update business set standing = 'Suspended', standing_since = now(), standing_reason = 'It moves', standing_by = 'Test'
       where business_id = $1`,
      [businessId],
    ),
  )

// What is another by intent: how it stands, which numbers are given anew, and what stays behind.
const others: Readonly<Record<string, string>> = {
  business: `- 'standing_since' - 'standing_reason' - 'standing_by' - 'closed_since'`,
  audit_entry: `- 'id'`,
  outbox_message: `- 'id' - 'sealed'`,
  calendar_link: `- 'sealed'`,
  pass_invitation_recipient: `- 'message_id'`,
}
const leftOut = ['door_list', 'door_list_part', 'support_visit', 'resting_job']

/** A sum over all rows of a business in every table, by name. */
export function rowsOfBusiness(database: OwnDatabase, businessId: string) {
  return asSuperuser(database, async (client) => {
    const found: Record<string, unknown> = {}
    for (const name of await tablesOfBusinesses(client)) {
      if (leftOut.includes(name)) continue
      const row = `(to_jsonb(t) ${others[name] ?? ''})::text`
      const { rows } = await client.query(
        `select count(*)::int as count, md5(string_agg(${row}, E'\\n' order by ${row})) as sum from ${name} t where business_id = $1`,
        [businessId],
      )
      found[name] = rows[0]
    }
    return found
  })
}
