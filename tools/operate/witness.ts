import { deepStrictEqual } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Sets the owner up such that no connection is right by chance. */
export async function spoilDefaults(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `alter role hub set timezone = 'Pacific/Chatham'; alter role hub set statement_timeout = '17min'`,
  )
}

/** Somebody else who shares the connections of a pooler, and leaves them as nobody else would want them; resolves with a way to end that. */
export async function shareWith(url: string): Promise<() => Promise<void>> {
  const over = new AbortController()
  const strangers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'stranger' })
      await client.connect()
      const spoil = async () => {
        while (!over.signal.aborted) {
          await client.query(`set lock_timeout = '1ms'; set app.business_id = 'valley-golf'`)
          await pause(10)
        }
        await client.end()
      }
      return { spoiling: spoil() }
    }),
  )
  return async () => {
    over.abort()
    await Promise.all(strangers.map(({ spoiling }) => spoiling))
  }
}

/** Makes every write to the database leave a note of how its connection was set. */
export async function callWitness(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    create table witness (application text, role text, zone text, statement text, lock text, idle text);
    grant select, insert on witness to public;
    create function witness() returns trigger language plpgsql as $$
    begin
      insert into public.witness
      select n.* from (select current_setting('application_name'), current_setting('role'), current_setting('timezone'),
        current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout')) n
      where not exists (select from public.witness w where w = n);
      return null;
    end $$;
    do $$
    declare found regclass;
    begin
      for found in select oid from pg_class where relkind = 'r' and relname <> 'witness'
        and relnamespace = any(array['public', 'identity']::regnamespace[])
      loop
        execute format('create trigger witness after insert or update or delete on %s execute function witness()', found);
      end loop;
    end $$`)
}

/** Everything that the server's own connections wrote they wrote as the app role, in UTC, within their time-outs. */
export async function hearWitness(superuser: pg.Client, application: string): Promise<void> {
  const { rows } = await superuser.query(
    `select distinct role, zone, statement, lock, idle from witness where application = $1`,
    [application],
  )
  deepStrictEqual(rows, [{ role: 'hub_app', zone: 'UTC', statement: '30s', lock: '10s', idle: '30s' }])
}
