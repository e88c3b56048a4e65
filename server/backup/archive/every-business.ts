import type pg from 'pg'
import { noTenant } from '#platform/database'

/** Has the following statements of the transaction see the rows of this business, as row-level security has it. */
export async function lookInto(client: pg.Client, businessId: string): Promise<void> {
  await client.query(`select set_config('app.business_id', $1, true)`, [businessId])
}

/**
 * Those whose rows there are, as the snapshot has them: every business, and what belongs to none. Row-level security binds
 * an owner who is nobody special, and what isn't of one of these nobody could ever see.
 */
export async function businessesOf(client: pg.Client): Promise<string[]> {
  await lookInto(client, noTenant)
  const { rows } = await client.query<{ id: string }>('select business_id as id from business order by 1')
  return [noTenant, ...rows.map(({ id }) => id)]
}
