import type pg from 'pg'
import { onOneConnection } from '#platform/database'

// What values look like in the file doesn't depend on how a role or a database is set up.
const settings = [
  `set client_encoding = 'UTF8'`,
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set extra_float_digits = 3`,
  `set bytea_output = 'hex'`,
  // All rows of a million members take their time.
  `set statement_timeout = 0`,
  `set idle_in_transaction_session_timeout = 0`,
  `set lock_timeout = '30s'`,
]

/** Works on one connection as the owner of the database. */
export async function asOwner<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return onOneConnection(databaseUrl, 'hub-backup', async (client) => {
    await client.query(settings.join('; '))
    return work(client)
  })
}
