import pg from 'pg'
import { superuserUrl } from '#tests/database.ts'
import { installationSecret } from '#tests/processes/servers.ts'
import { readOutbox } from '#tests/records/outbox.ts'

/** The messages to somebody, or to anybody, newest first. */
export async function lettersTo(databaseUrl: string, recipient: string | null) {
  const owner = new pg.Client(superuserUrl(databaseUrl))
  await owner.connect()
  try {
    return await readOutbox(owner, installationSecret, recipient)
  } finally {
    await owner.end()
  }
}
