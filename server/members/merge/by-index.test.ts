import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

// Merging, deleting and a member's own page ask each of these tables for one member.
test('whatever belongs to a member is found by an index that begins with the member', async () => {
  const { rows } = await hub.owner.query<{ column: string }>(`
    select k.conrelid::regclass || '.' || a.attname as column
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.confrelid = 'member'::regclass and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indkey[1] = k.conkey[2]
        and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))`)
  expect(rows.map(({ column }) => column)).toEqual([])
})
