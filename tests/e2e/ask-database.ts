import pg from 'pg'
import { superuserUrl } from '#tests/database.ts'

/** Asks the database itself. */
export async function ask<Row extends object>(databaseUrl: string, query: string, values: unknown[] = []) {
  const client = new pg.Client(superuserUrl(databaseUrl))
  await client.connect()
  // What triggers write for it belongs to this business.
  await client.query(`set app.business_id = 'harbourside'`)
  try {
    const { rows } = await client.query<Row>(query, values)
    return rows
  } finally {
    await client.end()
  }
}
