import sql from 'sql-template-tag'
import type { Moment } from '#platform/database'

export type BusinessTable = { readonly name: string; readonly columns: readonly string[] }

/**
 * The tables that hold a business's rows, as the database itself lists them: the next one is among them without a line here.
 * What the database makes of other columns is left out, as it would be made again. Those that others point to come first.
 */
export function businessTables(moment: Moment): Promise<BusinessTable[]> {
  return moment.rows<BusinessTable>(sql`
    select t.name, array_agg(a.attname::text order by a.attnum) as columns
    from business_tables() t
    join pg_attribute a on a.attrelid = format('public.%I', t.name)::regclass and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    group by t.name, t.place order by t.place desc, t.name`)
}
