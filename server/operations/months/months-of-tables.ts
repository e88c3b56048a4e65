import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

export type Part = { readonly name: string; readonly bytes: number; readonly rows: number }

/** A table that can be cut by month: with no parts it is whole. */
export type TableOfMonths = {
  readonly name: string
  /** What it takes with its indexes, and about how many rows it has. */
  readonly bytes: number
  readonly rows: number
  /** What who asks every month locks of each: the part and its indexes. */
  readonly locksAMonth: number
  /** The newest first. */
  readonly parts: readonly Part[]
  /** Whether next month has its part: without one its rows go on in this month's. */
  readonly isAhead: boolean
  /** Whether somebody has begun to cut it, or did and was broken off. */
  readonly isBegun: boolean
}

/** The tables that can be cut by month, the largest first. */
export async function tablesOfMonths(db: Pick<Queries, 'rows'>): Promise<TableOfMonths[]> {
  const rows = await db.rows<TableOfMonths>(sql`
    with sized as (
      select t.name as table_name, c.relname as name, p.below, pg_total_relation_size(c.oid)::float8 as bytes,
        greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 as rows
      from tables_by_month() t left join lateral parts_by_month(t.name) p on true
      join pg_class c on c.oid = to_regclass('public.' || coalesce(p.name, t.name)))
    select table_name as name, sum(bytes) as bytes, sum(rows) as rows,
      (select count(*)::int + 1 from pg_index where indrelid = to_regclass('public.' || table_name)) as "locksAMonth",
      coalesce(json_agg(json_build_object('name', name, 'bytes', bytes, 'rows', rows) order by below desc)
        filter (where below is not null), '[]') as parts,
      coalesce(bool_or(name = table_name || to_char(timezone('UTC', now()) + interval '1 month', '_YYYY_MM')), false) as "isAhead",
      exists (select from left_by_cutting(table_name)) as "isBegun"
    from sized group by 1 order by 2 desc, 1`)
  return rows
}
