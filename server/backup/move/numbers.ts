import pg from 'pg'
import { insist } from '#platform/database'
import { BackupTrouble } from '#server/backup/archive'
import type { MoveManifest } from './manifest.ts'

export type Counted = { readonly table: string; readonly column: string; readonly sequence: string }

/** The columns of businesses' tables that count by themselves, over all businesses. */
export async function countedColumns(client: pg.Client): Promise<Counted[]> {
  const { rows } = await client.query<Counted>(`
    with counted as (
      select d.refobjid as table_id, d.refobjsubid as place, s.oid as sequence_id from pg_class s
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refobjsubid > 0 and d.deptype in ('a', 'i')
      where s.relkind = 'S'
      union
      select f.adrelid, f.adnum, s.oid from pg_class s
      join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.refobjid = s.oid join pg_attrdef f on f.oid = d.objid
      where s.relkind = 'S'
    )
    select c.relname as table, a.attname as column, k.sequence_id::regclass::text as sequence from counted k
    join pg_class c on c.oid = k.table_id and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.place
    join business_tables() t on t.name = c.relname order by 1, 2`)
  return rows
}

/** The highest number of the business in each of them. Its rows are looked into already. */
export async function highestNumbers(
  client: pg.Client,
  businessId: string,
): Promise<MoveManifest['numbers']> {
  const found: MoveManifest['numbers'] = []
  for (const { table, column } of await countedColumns(client)) {
    const { rows } = await client.query<{ last: string | null }>(
      `select max(${pg.escapeIdentifier(column)})::text as last from ${pg.escapeIdentifier(table)} where business_id = $1`,
      [businessId],
    )
    if (rows[0]?.last) found.push({ table, column, last: rows[0].last })
  }
  return found
}

/** Those that super administrators see of all businesses, by their number alone: they are given anew. All others stay. */
export const givenAnew = ['audit_entry.id', 'outbox_message.id'] as const

/** How much is added to such a number. */
export type Shifts = Readonly<Record<(typeof givenAnew)[number], bigint>>

/**
 * Has every sequence go on after the numbers that come, so that what a business adds here follows what it has, and no number
 * that others saw is given twice. Each by itself, and before all else: nobody waits for a lock as long as the rest takes.
 * The months that its numbers fall into stay as long as the connection does.
 */
export async function makeRoom(
  client: pg.Client,
  counted: readonly Counted[],
  numbers: MoveManifest['numbers'],
  say: (line: string) => void,
): Promise<Shifts> {
  await client.query('select keep_months(name) from tables_by_month()')
  const shifts = { 'audit_entry.id': 0n, 'outbox_message.id': 0n }
  const last = new Map(numbers.map((number) => [`${number.table}.${number.column}`, BigInt(number.last)]))
  for (const { table, column, sequence } of counted) {
    const name = `${table}.${column}`
    const coming = last.get(name)
    if (coming === undefined) continue
    const isAnew = name in shifts
    const toWhere = (at: bigint) => (isAnew ? at + coming : coming > at ? coming : at)
    const present = await advance(client, { table, sequence, toWhere }, say).catch((error: unknown) => {
      throw advanceErrorInWords(error, table)
    })
    if (isAnew) shifts[name as keyof Shifts] = present
  }
  return shifts
}

// Half of what a number in JSON can be: however often businesses come, those who are here count on for ever.
const highestOfAll = 2n ** 52n

type Advance = Pick<Counted, 'table' | 'sequence'> & { readonly toWhere: (present: bigint) => bigint }

async function advance(client: pg.Client, by: Advance, say: (line: string) => void): Promise<bigint> {
  const { table, sequence, toWhere } = by
  for (;;) {
    const next = toWhere(await presentOf(client, sequence))
    if (next > highestOfAll)
      throw new BackupTrouble(`The numbers of the file are too high for ${sequence}: nothing was imported.`)
    // Where the table is cut by month it has a part for each of them before somebody is given one. That waits for those who write,
    // which they must not for us: before the sequence is ours.
    await insist(
      () =>
        client.query('select make_room_in_parts($1, $2) from tables_by_month() where name = $1', [
          table,
          String(next),
        ]),
      () => say(`${table} waits for somebody who uses it`),
    )
    const present = await leap(client, by)
    if (present !== undefined) return present
  }
}

/** Where the sequence was; undefined if it has counted on beyond the room that was made. */
async function leap(client: pg.Client, { table, sequence, toWhere }: Advance): Promise<bigint | undefined> {
  await client.query('begin')
  // A month that begins at this moment would set the sequence back to its first number.
  await client.query('select hold_parts($1) from tables_by_month() where name = $1', [table])
  // Changes nothing, and keeps others from counting on until we have: between a look and a leap they would be given our numbers.
  await client.query(`alter sequence ${sequence} no cycle`)
  const present = await presentOf(client, sequence)
  const next = toWhere(present)
  const { rowCount: short } = await client.query(
    'select from tables_by_month() where name = $1 and not has_room_in_parts($1, $2)',
    [table, String(next)],
  )
  if (!short && next > present) await client.query('select setval($1, $2)', [sequence, String(next)])
  await client.query(short ? 'rollback' : 'commit')
  return short ? undefined : present
}

/** Whoever is waited for is let pass, but not for ever. */
function advanceErrorInWords(error: unknown, table: string): unknown {
  const { code } = error as pg.DatabaseError
  if (code !== '55P03' && code !== '40P01') return error
  return new BackupTrouble(
    `Somebody uses ${table} for too long, and nothing was imported: look for a long transaction, as a backup, an export or hub partition has, and try it again.`,
  )
}

async function presentOf(client: pg.Client, sequence: string): Promise<bigint> {
  const { rows } = await client.query<{ present: string }>(
    `select (case when is_called then last_value else last_value - 1 end)::text as present from ${sequence}`,
  )
  return BigInt(rows[0]!.present)
}

/** Refuses rows whose numbers lie where others will count to: however they got past those who read the file. */
export async function requireNumbersFree(
  client: pg.Client,
  counted: readonly Counted[],
  businessId: string,
): Promise<void> {
  for (const { table, column, sequence } of counted) {
    const { rows } = await client.query<{ isBeyond: boolean | null }>(
      `select (select max(${pg.escapeIdentifier(column)}) from ${pg.escapeIdentifier(table)} where business_id = $1)
         > (select last_value from ${sequence}) as "isBeyond"`,
      [businessId],
    )
    if (rows[0]!.isBeyond)
      throw new BackupTrouble(
        `The numbers of the table ${table} are not those of the file: nothing was imported.`,
      )
  }
}
