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

/** Whoever waits for a table keeps all who come after waiting, too: so long, and no longer, before it lets them pass. */
export const lockTimeoutMs = 2_000

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

const lookMs = 1_000
// Whoever waits long says so once more.
const looksBetweenWords = 30

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
    for (const index of indexes)
      await whilePartsStay(client, index, say, async () => {
        const parts = await partsOf(client, index)
        for (const part of parts) await buildOne(client, part)
        await (parts.length > 0 ? joinParts(client, index, parts) : buildOne(client, index))
      })
  } finally {
    await watcher.close()
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => undefined)
  }
}

/** A part that is made meanwhile (hold_parts) would be without the index, and the whole without a valid one. */
async function whilePartsStay(
  client: pg.Client,
  { table }: ConcurrentIndex,
  say: (line: string) => void,
  work: () => Promise<void>,
) {
  const lock = `hashtext('begin_month'), hashtext($1)`
  // Asked for again and again: an index that the other builds waits for every statement that has begun before.
  for (let looks = 0; ; looks++) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${lock}) as "isOurs"`,
      [table],
    )
    if (rows[0]!.isOurs) break
    if (looks % looksBetweenWords === 0)
      say(`waits until ${await whoHolds(client, table)} is done with the parts of ${table}`)
    await pause(lookMs)
  }
  try {
    await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${lock})`, [table]).catch(() => undefined)
  }
}

async function whoHolds(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `select l.pid, coalesce(nullif(a.application_name, ''), 'a program') as name
     from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid = hashtext('begin_month')::oid
       and l.objid = hashtext($1)::oid and l.database = (select oid from pg_database where datname = current_database())`,
    [table],
  )
  const [other] = rows
  return other ? `${other.name} (process ${other.pid})` : 'another'
}

async function buildOne(client: pg.Client, index: ConcurrentIndex): Promise<void> {
  if (await dropUnfinished(client, index)) return
  try {
    await client.query(index.sql)
  } catch (error) {
    // Unfinished it would cost every write, and a unique one refuse some. Who was cut off can't: the next try does.
    await dropUnfinished(client, index).catch(() => undefined)
    throw error
  }
}

/** The same for each part of a table that is cut, which has no index of its own that could be built like that; else none. */
async function partsOf(client: pg.Client, { name, table, sql }: ConcurrentIndex): Promise<ConcurrentIndex[]> {
  const { rows } = await client.query<{ place: string; end: string }>(
    `select i.inhrelid::regclass::text as place, substr(c.relname, length(w.relname) + 1) as end
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class w on w.oid = i.inhparent
     where i.inhparent = to_regclass($1) and w.relkind = 'p' order by c.oid`,
    [table],
  )
  return rows.map(({ place, end }) => ({
    name: `${name}${end}`,
    table: place,
    sql: sql.replace(` ${name} on ${table}`, ` ${name}${end} on ${place}`),
  }))
}

/** The index of the whole takes in those of the parts: a moment, as all of them are there. */
async function joinParts(
  client: pg.Client,
  { name, table, sql }: ConcurrentIndex,
  parts: readonly ConcurrentIndex[],
): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select exists (select from pg_index join pg_class on pg_class.oid = indexrelid
       where relname = $1 and indrelid = to_regclass($2) and indisvalid) as "isThere"`,
    [name, table],
  )
  if (rows[0]!.isThere) return
  const taking = parts.map((part) => `alter index ${name} attach partition ${part.name}`)
  // One query is one transaction.
  await client.query(
    `set local lock_timeout = ${lockTimeoutMs}; drop index if exists ${name};
     ${sql.replace(/index concurrently/i, 'index').replace(` on ${table}`, ` on only ${table}`)}; ${taking.join('; ')}`,
  )
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
