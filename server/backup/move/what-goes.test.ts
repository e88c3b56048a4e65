import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSuperuser, tableNames } from '#tests/backups.ts'
import { cloneDatabase, tablesOfBusinesses } from '#tests/database.ts'
import { ofInstallation, staysBehind, usersTables } from './what-goes.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('every table goes along with a business, or it is said why not', async () => {
  const { all, own } = await asSuperuser(database, async (client) => ({
    all: (await client.query<{ name: string }>(tableNames)).rows.map(({ name }) => name),
    own: await tablesOfBusinesses(client),
  }))
  const full = (name: string) => (name.includes('.') ? name : `public.${name}`)
  const others = all.filter((name) => !own.includes(name)).map(full)
  // Neither is in a backup: it is of the installation's own backups.
  const known = [...usersTables, ...Object.keys(ofInstallation), 'public.nightly_backup']
  expect(others.toSorted()).toEqual(known.toSorted())
  expect(own.map(full)).toEqual(expect.arrayContaining(Object.keys(staysBehind)))
})

test('what the database makes of a row that comes, it has made already', async () => {
  const { rows } = await asSuperuser(database, (client) =>
    client.query<{ name: string }>(`
      select tgrelid::regclass || ' ' || tgname as name from pg_trigger
      where not tgisinternal and tgtype & 4 <> 0 and pg_get_triggerdef(oid) !~ 'app\\.moved_in'
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`),
  )
  // A trigger on insert has to have `current_setting('app.moved_in', true) is distinct from 'yes'` in its condition, unless it
  // only asks whether the rows are right.
  expect(rows.map(({ name }) => name)).toEqual(['ledger_entry balanced'])
})

test('a business points to nothing of its own but its logo, which is set once that is there', async () => {
  const { rows } = await asSuperuser(database, (client) =>
    client.query<{ name: string }>(`
      select pg_get_constraintdef(oid) as name from pg_constraint
      where contype = 'f' and conrelid = 'business'::regclass`),
  )
  expect(rows.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^FOREIGN KEY \(business_id, logo_file_id\)/),
  ])
})

test('numbers of messages are given anew wherever they are', async () => {
  const { rows } = await asSuperuser(database, (client) =>
    client.query<{ name: string }>(`
      select attrelid::regclass || '.' || attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and attname ~ '(message|outbox|audit|entry)_?(id|no)$' and atttypid = 'bigint'::regtype order by 1`),
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'disbursement_kept.entry_id',
    'identity.account.invitation_message_id',
    'identity.refused_entry.entry_id',
    'ledger_entry.entry_id',
    'pass_invitation_recipient.message_id',
    'payment_entry.entry_id',
  ])
})
