import type pg from 'pg'

/** Commits what the connection has begun. */
export async function commitOn(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit')
  // Somebody caught what failed and went on: the database has undone all of it.
  if (command !== 'COMMIT') throw new Error('the transaction had failed before its end')
}
