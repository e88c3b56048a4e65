import pg from 'pg'

/**
 * What is backed up: Hub's own tables, who somebody is, and the queue, since a job is a promise made with what it belongs
 * to. Other schemas are somebody else's.
 */
const schemas = ['public', 'identity', 'graphile_worker']

// Which processes live, and what they count within a minute, is told anew by those that do; the queue's own shape is made by
// its own migrations. A copy of the installation has taken no backup yet, and none of the files is its own to remove.
const leftOut = new Set([
  'public.job_pool',
  'public.process_beat',
  'public.call_count',
  'graphile_worker.migrations',
  'public.unfinished_restore',
  'public.nightly_backup',
])

export type Table = {
  readonly schema: string
  readonly name: string
  /** All that are stored and not computed from others. */
  readonly columns: readonly string[]
  /** Whether row-level security holds for whoever asks. */
  readonly isConfined: boolean
  /** Whether it holds for the owner, too. */
  readonly isForced: boolean
}

type Named = { readonly schema: string; readonly name: string }

/** `schema.name`, as people and manifests write it. */
export const plainName = ({ schema, name }: Named) => `${schema}.${name}`

/** The same for a statement. */
export const quoted = ({ schema, name }: Named) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

/** The tables of this database that a backup has, in the order of their names: one that is cut by month is one. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, row_security_active(c.oid) as "isConfined",
       c.relrowsecurity and c.relforcerowsecurity as "isForced",
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [schemas],
  )
  return rows.filter((table) => !leftOut.has(plainName(table)))
}

export type Sequence = { schema: string; name: string; lastValue: string; isCalled: boolean }

/** Where the sequences stand. Read after the snapshot: no row of it has a later number. */
export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Named>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [schemas],
  )
  const found: Sequence[] = []
  for (const sequence of rows) {
    const { rows: values } = await client.query<Pick<Sequence, 'lastValue' | 'isCalled'>>(
      `select last_value as "lastValue", is_called as "isCalled" from ${quoted(sequence)}`,
    )
    found.push({ ...sequence, ...values[0]! })
  }
  return found
}

export type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** The foreign keys between these tables, with what makes each of them again. */
export async function foreignKeysOf(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<Named & { constraint: string; definition: string }>(
    `select n.nspname as schema, c.relname as name, k.conname as constraint, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and not c.relispartition and n.nspname = any($1) order by 1, 2, 3`,
    [schemas],
  )
  return rows.map(({ constraint, definition, ...table }) => ({
    table: quoted(table),
    name: pg.escapeIdentifier(constraint),
    definition,
  }))
}

/** What is in the database already, of whatever kind and schema, but for what extensions brought along. */
export async function relationsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Named>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
  )
  return rows.map(plainName)
}
