import pg from 'pg'
import { hangUp } from '#platform/database'

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
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hub-backup',
    // What takes a connection and says nothing for so long isn't there.
    connectionTimeoutMillis: 10_000,
    // A statement may take an hour without a word: only this tells that from a way that is cut.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // The statement under way fails, too, when the connection is lost.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(settings.join('; '))
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    // In the midst of a copy it would never come to an end in good order.
    hangUp(client)
    throw error
  }
}
