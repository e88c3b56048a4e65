import type pg from 'pg'
import type { Settings } from './driver.ts'

/** Settings of the database that end with the transaction under way. */
export async function setWithin(client: pg.ClientBase, settings: Settings): Promise<void> {
  const pairs = Object.entries(settings)
  if (pairs.length === 0) return
  const calls = pairs.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  await client.query(`select ${calls.join(', ')}`, pairs.flat())
}
