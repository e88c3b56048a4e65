import { ask } from '#e2e/ask-database.ts'

/** Makes the request of this person the first to be decided on. */
export async function waitsLongest(databaseUrl: string, name: string): Promise<void> {
  await ask(
    databaseUrl,
    `update request_session set submitted_at = now() - interval '30 days' where display_name = $1`,
    [name],
  )
}
