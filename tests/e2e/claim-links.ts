import pg from 'pg'

/** The newest link to a card that was sent to somebody; to anybody, if nobody is named. */
export async function newestLink(databaseUrl: string, recipient: string | null = null) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ body: string }>(
    `select body from outbox_message
     where body like '%/claim/%' and recipient = coalesce($1, recipient) order by id desc limit 1`,
    [recipient],
  )
  await client.end()
  return /\/claim\/[\w-]+/.exec(rows[0]!.body)![0]
}
