import { once } from 'node:events'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { commitOn } from './commit.ts'
import { cutRows } from './cut-rows.ts'
import type { Copy, CopyFlow, CopyReader } from './driver.ts'
import { setWithin } from './set-within.ts'

// Once all is sent the transaction idles until a slow reader has taken the last of it, however long that is: who reads
// minds the readers.
const mayIdle = { idle_in_transaction_session_timeout: '0' }

/** Sends the settings, then the copy, each on its own in one transaction, its own or that of a whole; rows are cut out of what the stream gives. */
export function plainCopy(
  client: pg.ClientBase,
  { query, settings, isPart = false }: Copy,
  reader: CopyReader,
): CopyFlow {
  const stream = copyTo(`copy (${query}) to stdout (format csv)`)
  stream.on('data', cutRows(reader.takeRow))
  // It may also fail after its end, when nobody waits for it any more.
  stream.on('error', reader.fail)
  const copy = async () => {
    if (!isPart) await client.query('begin')
    await setWithin(client, { ...settings, ...mayIdle })
    const ended = once(stream, 'end')
    client.query(stream)
    await ended
    if (!isPart) await commitOn(client)
  }
  copy().then(reader.finish, reader.fail)
  return { pause: () => void stream.pause(), resume: () => void stream.resume() }
}
