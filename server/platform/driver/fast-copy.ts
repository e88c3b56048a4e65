import pg from 'pg'
import type { Copy, CopyFlow, CopyReader } from './driver.ts'

// What we use of a connection beyond pg's types.
type Connection = {
  readonly stream: { pause(): unknown; resume(): unknown }
  query(text: string): unknown
}

const nothing = () => undefined

/** Sends settings and copy as one message, which is one transaction, and takes each row as it comes off the wire. */
export function fastCopy(client: pg.ClientBase, { query, settings }: Copy, reader: CopyReader): CopyFlow {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  )
  let connection: Connection | undefined
  client.query({
    submit: (given: unknown) => {
      connection = given as Connection
      connection.query(`select ${set.join(', ')}; copy (${query}) to stdout (format csv)`)
    },
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleCopyData: ({ chunk }: { chunk: Buffer }) => reader.takeRow(chunk),
    handleReadyForQuery: reader.finish,
    handleError: reader.fail,
  } as pg.Submittable)
  return {
    pause: () => void connection?.stream.pause(),
    resume: () => void connection?.stream.resume(),
  }
}
