import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { beginMonths } from '#server/operations/months'
import { asSuperuser, type OwnDatabase } from '#tests/backups.ts'
import { openTestDatabase } from '#tests/database.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { aMonthLater, begin, cutAll, monthOf, oneMonthOn, partsOf, rename } from '#tests/records/months.ts'
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

// Others wait in other databases.
const whoWait = `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`

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
      () => undefined,
    )
    await expect.poll(async () => (await writer.query(whoWait)).rowCount).toBeGreaterThan(0)
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

const cardChanges = [{ table: 'card_change', column: 'id', sequence: 'card_change_id_seq' }]
const entries = [{ table: 'audit_entry', column: 'id', sequence: 'audit_entry_id_seq' }]
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

test('comes beside a backup, which reads all tables, and nobody waits for it, where none is cut', async () => {
  const target = await elsewhere()
  await asSuperuser(target, async (reader) => {
    await reader.query(`begin; lock table ${counted.join(', ')}, event_scan in access share mode`)
    expect((await bench.imports(file, target)).complained).toBe('')
  })
})

test('says that it waits', async () => {
  const target = await elsewhere()
  const owner = await connected(target.url)
  await owner.query(`select prepare_parts('audit_entry')`)
  const said: string[] = []
  await asSuperuser(target, async (reader) => {
    await reader.query('begin; lock table audit_entry in access share mode')
    const room = makeRoom(owner, entries, [{ table: 'audit_entry', column: 'id', last: '5' }], (line) =>
      said.push(line),
    )
    await expect.poll(() => said, { timeout: 10_000 }).toEqual(['audit_entry waits for somebody who uses it'])
    await reader.query('commit')
    await room
  })
  await owner.end()
})

test('says in words that it was too long, and what to look for', async () => {
  const target = await elsewhere()
  const owner = await connected(target.url)
  await owner.query(`set lock_timeout = '200ms'`)
  await asSuperuser(target, async (writer) => {
    await writer.query(`begin; select nextval('audit_entry_id_seq')`)
    await expect(
      makeRoom(owner, entries, [{ table: 'audit_entry', column: 'id', last: '5' }], () => undefined),
    ).rejects.toThrow(
      'Somebody uses audit_entry for too long, and nothing was imported: look for a long transaction, as a backup, an export or hub partition has, and try it again.',
    )
  })
  await owner.end()
})

describe('beside the job that lets months begin and go', () => {
  let hub: TestHub
  const brought: pg.Client[] = []
  beforeEach(async () => {
    hub = await startTestHub()
    await cutAll(hub.databaseUrl)
    return async () => {
      for (const client of brought.splice(0)) await client.end()
      await hub.close()
    }
  })
  const bring = async (last: string) => {
    const client = await connected(hub.databaseUrl)
    brought.push(client)
    const room = makeRoom(
      client,
      cardChanges,
      [{ table: 'card_change', column: 'id', last }],
      () => undefined,
    )
    return { client, room }
  }

  test('an empty month that its numbers fall into stays until they are in', async () => {
    await aMonthLater(hub)
    const { client, room } = await bring('1000000007')
    await room
    for (const over of ['2020_02', '2020_03']) {
      await oneMonthOn(hub, over)
      await begin(hub)
    }
    expect(await partsOf(hub, 'card_change')).toContain('card_change_2020_02')
    brought.splice(0)
    await client.end()
    await expect
      .poll(async () => {
        await begin(hub)
        return partsOf(hub, 'card_change')
      })
      .not.toContain('card_change_2020_02')
  })

  test('a month that begins as its numbers come doesn’t set them back', async () => {
    await rename(hub, `card_change_until_${monthOf(0)}`, `card_change_until_${monthOf(-1)}`)
    await rename(hub, `card_change_${monthOf(1)}`, `card_change_${monthOf(0)}`)
    const client = await connected(hub.databaseUrl)
    brought.push(client)
    let begun: Promise<unknown> | undefined
    const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>
    const asking = vi.spyOn(client, 'query') as unknown as Mock<typeof query>
    asking.mockImplementation(async (text, values) => {
      if (text.startsWith('select setval')) {
        begun = hub.owner.query(`select begin_month('card_change')`)
        await expect.poll(async () => (await query(whoWait)).rowCount, { timeout: 10_000 }).toBe(1)
      }
      return query(text, values)
    })
    const numbers = [{ table: 'card_change', column: 'id', last: '1999999000' }]
    await makeRoom(client, cardChanges, numbers, () => undefined)
    await begun
    const { rows } = await hub.owner.query('select last_value from card_change_id_seq')
    expect(rows).toEqual([{ last_value: '1999999000' }])
  })
})
