import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** An index that is built while others write to its table. */
export type ConcurrentIndex = { readonly name: string; readonly table: string; readonly sql: string }

const shape = /^create (?:unique )?index concurrently ([a-z_][a-z_0-9]*) on ([a-z_][a-z_0-9.]*)[\s(]/i
const comments = /--.*$/gm

/**
 * The indexes of a migration that builds them concurrently; null for any other. Nothing else can be in such a file: it isn't
 * in one transaction, and what is killed half way begins anew with what is there.
 */
export function concurrentIndexes(name: string, sql: string): readonly ConcurrentIndex[] | null {
  const text = sql.replaceAll(comments, '')
  if (!/\bindex\s+concurrently\b/i.test(text)) return null
  const statements = text.split(';').map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
  return statements.filter(Boolean).map((statement) => {
    const [, index, table] = shape.exec(statement) ?? []
    if (!index || !table)
      throw new Error(
        `The migration ${name} builds indexes concurrently, and can hold nothing else than create [unique] index concurrently <name> on <table> …: not ‘${statement.slice(0, 80)}’.`,
      )
    return { name: index, table, sql: statement }
  })
}

// What takes a connection and says nothing for so long isn't there.
const answerMs = 10_000

/** What a migration works on, or watches another by. */
export function migrationClient(ownerUrl: string): pg.Client {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'hub-migrate',
    connectionTimeoutMillis: answerMs,
    // A statement may take an hour without a word: only this tells that from a way that is cut.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // What it was about says so, and breaks off.
  client.on('error', () => undefined)
  return client
}

type Connection = { readonly client: pg.Client; readonly ownerUrl: string }

/** Builds those that aren't there yet. What a former try left unfinished is dropped first. */
export async function buildIndexes(
  { client, ownerUrl }: Connection,
  indexes: readonly ConcurrentIndex[],
  say: (line: string) => void,
): Promise<void> {
  // It takes as long as it takes, and whoever it waits for, it keeps nobody waiting who reads or writes.
  await client.query('set statement_timeout = 0; set lock_timeout = 0')
  // From 17 on there may be this as well: each index is built in transactions.
  await client.query(
    `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`,
  )
  const watcher = await watchBuild({ client, ownerUrl }, say)
  try {
    for (const index of indexes) {
      if (await dropUnfinished(client, index)) continue
      try {
        await client.query(index.sql)
      } catch (error) {
        // Unfinished it would cost every write, and a unique one refuse some. Who was cut off can't: the next try does.
        await dropUnfinished(client, index).catch(() => undefined)
        throw error
      }
    }
  } finally {
    await watcher.close()
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => undefined)
  }
}

/** True if the index is there, and whole. */
async function dropUnfinished(client: pg.Client, { name, table }: ConcurrentIndex): Promise<boolean> {
  const { rows } = await client.query<{ place: string; isWhole: boolean }>(
    `select indexrelid::regclass::text as place, indisvalid as "isWhole"
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relname = $1 and indrelid = to_regclass($2)`,
    [name, table],
  )
  const [found] = rows
  if (found && !found.isWhole) await client.query(`drop index concurrently ${found.place}`)
  return found?.isWhole ?? false
}

const lookMs = 1_000

/** Says for whom it waits: whoever has had a transaction open since before keeps it from ending. */
async function watchBuild({ client, ownerUrl }: Connection, say: (line: string) => void) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watcher = migrationClient(ownerUrl)
  const over = new AbortController()
  const told = new Set<number>()
  const watch = async () => {
    await watcher.connect()
    while (!over.signal.aborted) {
      const other = await waitedFor(watcher, rows[0]!.pid)
      if (other && !told.has(other.pid)) say(`waits until ${other.name} (process ${other.pid}) is done`)
      if (other) told.add(other.pid)
      await pause(lookMs, undefined, { signal: over.signal })
    }
  }
  // Without its words the index is built as well.
  const watching = watch().catch(() => undefined)
  return {
    close: async () => {
      over.abort()
      await watching
      await watcher.end().catch(() => undefined)
    },
  }
}

// Its own look is a transaction, too, and over with it.
async function waitedFor(watcher: pg.Client, builder: number) {
  const { rows } = await watcher.query<{ pid: number; name: string }>(
    `select p.current_locker_pid as pid, coalesce(nullif(a.application_name, ''), 'a program') as name
     from pg_stat_progress_create_index p left join pg_stat_activity a on a.pid = p.current_locker_pid
     where p.pid = $1 and p.current_locker_pid not in (0, pg_backend_pid())`,
    [builder],
  )
  return rows[0]
}
