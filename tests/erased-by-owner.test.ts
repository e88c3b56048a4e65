import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRole } from '#platform/database'
import { migratedDatabase } from '#tests/database.ts'

let database: Awaited<ReturnType<typeof migratedDatabase>>
let owner: pg.Client
const isIn = (businessId: string) => `select set_config('app.business_id', '${businessId}', false)`

beforeAll(async () => {
  database = await migratedDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query(`
    ${isIn('*')};
    insert into super_administrator (uid, email, display_name) values ('super', 'super@hub.example', 'Super')`)
  for (const [id, abn] of [
    ['club-1', '10000000001'],
    ['club-2', '10000000002'],
  ])
    await owner.query(`
      ${isIn(id!)};
      insert into business (business_id, display_name, abn, state, postcode) values ('${id}', 'Club', '${abn}', 'NSW', '2000');
      insert into venue (business_id, venue_no, display_name) values ('${id}', '1', 'Club');
      insert into member (business_id, member_id, venue_no, member_key, first_name, last_name, membership_type, membership_number)
        values ('${id}', 'a', '1', 'a', 'A', 'A', 'Life', '1');
      select post_transaction('Deposit', 'x', 'X', '{external,disbursement}', '{"",""}', '{AUD,AUD}', '{-100,100}');
      insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
        values ('${id}', 'x', 'X', '', '', 'x', 'X'), ('${id}', 'super', 'Super', '', '', 'beginSupportVisit', 'Visit');
      ${isIn('*')};
      insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title, after)
        values ('*', '', 'Somebody', '', '', 'refusedEntry', 'Refused sign-in', '{"Business": "${id}"}');
      ${isIn(id!)};
      insert into identity.account (uid, email, display_name) values ('${id}', 'new@${id}.example', 'New');
      insert into business_user (business_id, uid, email, display_name) values ('${id}', '${id}', 'new@${id}.example', 'New')`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('an owner who is nobody special erases a business that is due, and no other', async () => {
  const server = (businessId: string, statement: string) =>
    owner.query(`begin; set local role ${appRole}; ${isIn(businessId)}; ${statement}; commit`)
  const endOf = (businessId: string) => `update business set standing = 'Ended', standing_since = now(),
    erase_at = now() - interval '1 hour' where business_id = '${businessId}'`
  await server('club-1', endOf('club-1'))
  await server('club-1', 'select begin_erasure()')
  await server('club-2', endOf('club-2'))
  await expect(server('club-2', 'select erase_business()')).rejects.toThrow('ended, and due')
  await owner.query('rollback')
  await expect(server('club-1', 'select erase_business()')).rejects.toThrow('ended, and due')
  await owner.query('rollback')
  await server('club-1', `update business set erasing_since = now() - interval '3 minutes'`)
  await server('club-1', 'select erase_business()')
  await owner.query(isIn('*'))
  const { rows } = await owner.query(`select business_id as id from business order by 1`)
  expect(rows.map(({ id }) => id)).toEqual(['club-2'])
  const refused = await owner.query(
    `select after ->> 'Business' as id from audit_entry where business_id = '*' and action = 'refusedEntry'`,
  )
  const kept = await owner.query(
    `select record_id, by_administrator from audit_entry where action = 'beginSupportVisit' and business_id = '*'`,
  )
  expect(kept.rows).toEqual([{ record_id: 'club-1', by_administrator: true }])
  expect(refused.rows).toEqual([{ id: 'club-2' }])
  expect((await owner.query(`select from identity.account where uid = 'club-1'`)).rows).toEqual([])
  expect((await owner.query(`select former_id from erased_business`)).rows).toEqual([{ former_id: 'club-1' }])
  await owner.query(isIn('club-1'))
  expect(
    (
      await owner.query(`select from member where business_id = 'club-1' union all
      select from audit_entry where business_id = 'club-1'`)
    ).rows,
  ).toEqual([])
})
