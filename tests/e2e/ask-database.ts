import pg from 'pg'

/** Asks the database itself. */
export async function ask<Row extends object>(databaseUrl: string, query: string, values: unknown[] = []) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(query, values)
    return rows
  } finally {
    await client.end()
  }
}
