import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSuperuser } from '#tests/backups.ts'
import { cloneDatabase } from '#tests/database.ts'
import { sealedColumns } from './sealed-columns.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Bytes that no secret opens: hashes, keys that everybody may know, files. */
const notSealed = new Set([
  'door_list_part.content',
  'identity.challenge.shown',
  'identity.factor.public_key',
  'file.content',
  'member_photo.image',
  'request_file.content',
])
const isHash = (name: string) => /\.\w*_hash$/.test(name)

test('every column of bytes is sealed, or known not to be', async () => {
  const { rows } = await asSuperuser(database, (client) =>
    client.query<{ name: string }>(`
      select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
        and a.atttypid = 'bytea'::regtype and not a.attisdropped order by 1`),
  )
  const unknown = rows.map(({ name }) => name).filter((name) => !notSealed.has(name) && !isHash(name))
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(unknown).toEqual([...sealed, 'secret_check.sealed'].toSorted())
})
