import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migratedDatabase } from '#tests/database.ts'

// Functions that work with their owner's rights, for whoever calls them.
let database: Awaited<ReturnType<typeof migratedDatabase>>
let owner: pg.Client
beforeAll(async () => {
  database = await migratedDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('find nothing of what a caller has made for the time of their session, and neither do those that they call', async () => {
  const { rows } = await owner.query<{ found: string }>(`
    select p.oid::regprocedure || ': ' || coalesce(path, 'none') as found
    from pg_proc p left join unnest(p.proconfig) path on path like 'search_path=%'
    where p.pronamespace in ('public'::regnamespace, 'identity'::regnamespace)
      and (p.prosecdef or path is not null) and coalesce(path, '') !~ '[=, ]pg_temp$'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`)
  expect(rows).toEqual([])
})

test('work as before for who has a type of a name of PostgreSQL’s own', async () => {
  await owner.query(`
    set role hub_app;
    set app.business_id = 'nobody';
    create function pg_temp.tells(text) returns boolean language plpgsql as $$ begin raise exception 'asked as %', current_user; end $$;
    create domain pg_temp.regclass as text check (pg_temp.tells(value))`)
  await expect(owner.query(`select 'audit_entry'::pg_temp.regclass`)).rejects.toThrow('asked as hub_app')
  for (const name of ['make_months_ahead', 'begin_month', 'drop_month', 'analyze_by_month'])
    await owner.query(`select ${name}('audit_entry')`)
})
