import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginMonths } from '#server/operations/months'
import { asSuperuser, type OwnDatabase } from '#tests/backups.ts'
import { openTestDatabase } from '#tests/database.ts'
import { cutAll } from '#tests/records/months.ts'
import { moveBench, suspend } from '#tests/records/moves.ts'
import { makeRoom } from './numbers.ts'

// A business that comes from an installation whose numbers are in the billions.
const bench = moveBench()
const file = join(bench.folder, 'valley.hub')
const counted = ['audit_entry', 'card_change', 'member_change', 'outbox_message']
const entry = (businessId: string) => `
  set app.business_id = '${businessId}';
  insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
  values ('${businessId}', '', '', '', '', 'x', 'x') returning id, tableoid::regclass::text as part`
beforeAll(async () => {
  const source = await bench.demo()
  await cutAll(source.url)
  await asSuperuser(source, async (client) => {
    for (const name of counted)
      await client.query(
        `select make_room_in_parts('${name}', 2999999900); select setval('${name}_id_seq', 2999999900)`,
      )
    await client.query(entry('valley-golf'))
  })
  await suspend(source, 'valley-golf')
  await bench.exports('valley-golf', source, file)
})
afterAll(() => bench.close())

/** An installation that hasn't got it. */
async function elsewhere(): Promise<OwnDatabase> {
  const target = await bench.demo()
  await asSuperuser(target, async (client) => {
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ name: string }>('select name from business_tables()')
    await client.query(`
      delete from identity.account a using business_user u where u.uid = a.uid and u.business_id = 'valley-golf'`)
    for (const { name } of rows) await client.query(`delete from ${name} where business_id = 'valley-golf'`)
  })
  return target
}
const write = (target: OwnDatabase) =>
  asSuperuser(target, async (client) => {
    const answers = (await client.query(entry('harbourside'))) as unknown as pg.QueryResult<{
      part: string
    }>[]
    return answers.at(-1)!.rows[0]!.part
  })

test('has room for what is written after it, however full its numbers leave the last part', async () => {
  const target = await elsewhere()
  await cutAll(target.url)
  // Those that are given anew end just below a round number.
  await asSuperuser(target, (client) => client.query(`select setval('audit_entry_id_seq', 97)`))
  expect((await bench.imports(file, target)).complained).toBe('')
  const parts = [await write(target), await write(target), await write(target)]
  expect(parts.at(-1)).toMatch(/^audit_entry_from_/)
  const database = openTestDatabase(target.url)
  await beginMonths(database)
  await database.close()
  await write(target)
})

test('comes while a table is being cut, or was and that was broken off', async () => {
  const target = await elsewhere()
  const owner = new pg.Client(target.url)
  await owner.connect()
  await owner.query(`select prepare_parts('audit_entry')`)
  await owner.query('alter table audit_entry validate constraint before_months')
  expect((await bench.imports(file, target)).complained).toBe('')
  await expect(owner.query(`select cut_by_month('audit_entry')`)).rejects.toThrow(
    'audit_entry is as it was: a business with higher numbers came meanwhile. Run it again',
  )
  await owner.end()
  expect(await write(target)).toBe('audit_entry')
})

test('waits for whoever writes, who doesn’t wait for it', async () => {
  const target = await elsewhere()
  await cutAll(target.url)
  const owner = new pg.Client(target.url)
  await owner.connect()
  await asSuperuser(target, async (writer) => {
    await writer.query(`set app.business_id = 'harbourside'; begin`)
    await writer.query(`update member set last_name = last_name where business_id = 'harbourside'`)
    const room = makeRoom(
      owner,
      [{ table: 'member_change', column: 'id', sequence: 'member_change_id_seq' }],
      [{ table: 'member_change', column: 'id', last: '5000000000' }],
    )
    await expect
      .poll(async () => (await writer.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await writer.query(`
      insert into member_change (business_id, member_id, actor_id, actor_name, title)
      select business_id, min(member_id), '', '', 'x' from member where business_id = 'harbourside' group by 1`)
    await writer.query('commit')
    await room
    const { rows } = await writer.query('select last_value from member_change_id_seq')
    expect(rows).toEqual([{ last_value: '5000000000' }])
  })
  await owner.end()
})
