import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRole, migrate, migrationNames } from '#platform/database'
import { createOwnedDatabase, migrateUntil } from '#tests/owned-database.ts'

// More than a cursor fetches ahead.
const businessCount = 60

const isIn = (businessId: string) => `select set_config('app.business_id', '${businessId}', false)`

/** A link as messages had them in clear. */
const linkOf = (id: string) => `https://hub.example/set-password?ticket=abcdefghijklmnopqrstuvwxyzAB${id}`

/** What a version before all that fill something had stored. */
async function fill(owner: pg.Client) {
  await owner.query(`
    begin;
    insert into identity.account (uid, email, display_name) values ('demo', 'demo@club.example', 'Demo');
    insert into demo_step (name) values ('accounts');
    commit`)
  await owner.query(
    `insert into identity.account (uid, email, display_name) values ('own', 'own@club.example', 'Own')`,
  )
  await owner.query(`
    ${isIn('*')};
    insert into outbox_message (business_id, channel, kind, recipient, body, state)
      values ('*', 'email', 'reset', 'own@club.example', 'Here: ${linkOf('own')}', 'Sent')`)
  for (let index = 0; index < businessCount; index++) {
    const id = `club-${index}`
    await owner.query(`
      ${isIn(id)};
      insert into business (business_id, display_name, abn, state, postcode)
        values ('${id}', 'Club', '${10_000_000_000 + index}', 'NSW', '2000');
      insert into venue (business_id, venue_no, display_name, enabled) values ('${id}', '1', 'Club', ${index % 2 === 0});
      insert into role (business_id, name, permissions) values
        ('${id}', 'Desk', '{Member.Search,Member.ReadDetails}'),
        ('${id}', 'Office', '{Member.InviteToApp,Reporting.Membership,Member.InviteToCard}'),
        ('${id}', 'Points', '{Loyalty.CreditPoints}');
      insert into request_form (business_id, form_id, kind, display_name, is_open, venue_no, config)
        values ('${id}', '${id}', 'Registration', 'Join', true, '1', '{}');
      insert into request_session (business_id, session_id, form_id, kind, venue_no, secret_hash, answers)
        values ('${id}', 'paid', '${id}', 'Registration', '1', 'a', '{}'),
          ('${id}', 'unpaid', '${id}', 'Registration', '1', 'b', '{}');
      insert into member (business_id, member_id, venue_no, member_key, first_name, last_name, membership_type,
          membership_number, badge_number, preferred_name)
        values ('${id}', 'survivor', '1', 'a', 'A', 'A', 'Life', '1', 'bdg 2', 'Ольга'),
          ('${id}', 'other', '1', 'b', 'B', 'B', 'Life', 'Bdg2', 'Bdg2', null);
      insert into renewal_link (business_id, secret_hash, form_id, member_id, expires_at)
        values ('${id}', '\\x0a', '${id}', 'survivor', 'infinity'), ('${id}', '\\x0b', '${id}', 'survivor', 'infinity');
      insert into member_merge (business_id, survivor_id, other_id, changes, is_number_swapped, moved, actor_id, actor_name)
        values ('${id}', 'survivor', 'other', '{}', false, '{"renewal links": ["0b"], "requests": []}', 'x', 'X'),
          ('${id}', 'survivor', 'other', '{}', false, '{"notes": []}', 'x', 'X');
      insert into identity.account (uid, email, display_name) values ('${id}', 'new@${id}.example', 'New');
      insert into business_user (business_id, uid, email, display_name) values ('${id}', '${id}', 'new@${id}.example', 'New');
      insert into outbox_message (business_id, channel, kind, recipient, body, state)
        values ('${id}', 'email', 'invitation', 'new@${id}.example', 'Come in: ${linkOf(id)} Bye.', 'Sent'),
          ('${id}', 'email', 'invitation', 'new@${id}.example', 'Come in: ${linkOf(id)} Bye.', 'Kept'),
          ('${id}', 'email', 'report', 'new@${id}.example', 'Here: ${linkOf(id)}', 'Sent');
      insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents,
          paid_cents, paid_at, created_at)
        values ('${id}', 'paid', 'Test', 'Paid', 'Fee', 1100, 100, 1100, now(), now()),
          ('${id}', 'paid', 'Test', 'Paid', 'Fee', 2200, 200, 2200, now(), now() + interval '1 hour'),
          ('${id}', 'unpaid', 'Test', 'Open', 'Fee', 3300, 300, null, null, now())`)
  }
}

let database: Awaited<ReturnType<typeof createOwnedDatabase>>
let owner: pg.Client
beforeAll(async () => {
  database = await createOwnedDatabase()
  await migrateUntil(database.url, '0035-statistics-of-use.sql')
  owner = new pg.Client(database.url)
  await owner.connect()
  await fill(owner)
  await owner.query('alter table migration drop column checksum')
  await migrate(database.url)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('what an upgrade fills is filled in every business, also by an owner whom row-level security binds', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(
      `select session_id, paid_cents, paid_tax_cents from request_session order by session_id`,
    )
    expect(rows).toEqual([
      { session_id: 'paid', paid_cents: '1100', paid_tax_cents: '100' },
      { session_id: 'unpaid', paid_cents: null, paid_tax_cents: null },
    ])
  }
})

test('venues that were not enabled are closed since the upgrade', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(`select closed_at is not null as "isClosed" from venue`)
    expect(rows).toEqual([{ isClosed: index % 2 === 1 }])
  }
})

test('roles from before go on allowing what they allowed, and the trail says so', async () => {
  for (const index of [0, businessCount - 1]) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query<{ name: string; permissions: string[] }>(
      `select name, permissions from role order by name`,
    )
    expect(Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions]))).toEqual({
      Desk: [
        'Member.ReadDetails',
        'Member.Search',
        'Member.Create',
        'Member.Edit',
        'Member.Delete',
        'Member.Import',
        'Member.Merge',
        'Member.Export',
        'Event.Scan',
      ],
      Office: [
        'Member.InviteToApp',
        'Member.InviteToCard',
        'Reporting.Membership',
        'Card.Manage',
        'Request.Decide',
        'Request.Refund',
        'Message.Send',
      ],
      Points: ['Loyalty.CreditPoints'],
    })
    const { rows: entries } = await owner.query(
      `select actor_name, title, record_name, before, after from audit_entry where record_kind = 'Role' order by id`,
    )
    expect(new Set(entries.map(({ record_name }) => record_name))).toEqual(new Set(['Desk', 'Office']))
    expect(entries.find(({ record_name }) => record_name === 'Office')).toMatchObject({
      actor_name: 'Hub',
      title: 'Change the roles',
      before: { Permissions: ['Invite To Digital Membership', 'Invite To Card', 'Membership Reports'] },
      after: { Permissions: expect.arrayContaining(['Manage Cards', 'Decide Requests', 'Message Many']) },
    })
  }
})

test('what filters ask of members stands beside all of them', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(
      `select member_id, t.membership_type from member_standing join member_traits t using (business_id, traits)
       where is_there order by member_id`,
    )
    expect(rows).toEqual([
      { member_id: 'other', membership_type: 'Life' },
      { member_id: 'survivor', membership_type: 'Life' },
    ])
  }
})

test('a business that was here before has a day, and its venues go by it', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(
      `select b.time_zone, v.time_zone as of_venue, business_day() = zone_day('Australia/Sydney') as is_its_day,
         venue_day('1') = business_day() and earliest_day() = business_day() as is_one_day, card_day() = business_day() as is_former
       from business b join venue v using (business_id)`,
    )
    const zones = { time_zone: 'Australia/Sydney', of_venue: null }
    expect(rows).toEqual([{ ...zones, is_its_day: true, is_one_day: true, is_former: true }])
  }
})

test('a time zone that the database can tell no day of is kept out', async () => {
  await owner.query(isIn('club-0'))
  const set = (table: string) => owner.query(`update ${table} set time_zone = 'Mars/Olympus'`)
  await expect(set('business')).rejects.toThrow('time zone "Mars/Olympus" not recognized')
  await expect(set('venue')).rejects.toThrow('time zone "Mars/Olympus" not recognized')
})

test('codes that two had before are both kept, and go one by one', async () => {
  const codes = async () =>
    (await owner.query(`select code_key, besides, holder_id from scan_code order by code_key, besides`)).rows
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    expect(await codes()).toEqual([
      { code_key: '1', besides: '', holder_id: 'survivor' },
      { code_key: 'BDG2', besides: '', holder_id: 'other' },
      { code_key: 'BDG2', besides: 'Member survivor', holder_id: 'survivor' },
    ])
  }
  await owner.query(isIn('club-1'))
  await expect(
    owner.query(`
      insert into member (business_id, member_id, venue_no, member_key, first_name, last_name, membership_type, card_number)
      values ('club-1', 'third', '1', 'c', 'C', 'C', 'Life', 'BDG 2')`),
  ).rejects.toThrow(/scan_code_pkey/)
  await owner.query(`update member set membership_number = null, badge_number = 'new'
    where business_id = 'club-1' and member_id = 'other'`)
  expect(await codes()).toEqual([
    { code_key: '1', besides: '', holder_id: 'survivor' },
    { code_key: 'BDG2', besides: '', holder_id: 'survivor' },
    { code_key: 'NEW', besides: '', holder_id: 'other' },
  ])
})

test('names in other scripts are searched in small letters, also those from before', async () => {
  const { rows } = await owner.query(
    `select distinct search_text from member where preferred_name is not null`,
  )
  expect(rows).toEqual([{ search_text: expect.stringContaining('ольга') }])
})

test('what was applied before there were checksums has one', async () => {
  const { rows } = await owner.query(
    `select count(*)::int as known from migration where checksum ~ '^[0-9a-f]{64}$'`,
  )
  expect(rows).toEqual([{ known: migrationNames().length }])
})

test('links that a merge had brought along end, and no others', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(`select encode(secret_hash, 'hex') as link from renewal_link`)
    expect(rows).toEqual([{ link: '0a' }])
  }
})

test('a change of contact ends what was proven, also where the owner makes it', async () => {
  await owner.query(`
    ${isIn('club-0')};
    insert into request_session (business_id, session_id, form_id, kind, venue_no, secret_hash, answers, member_id, email,
        proven_at, code_hash)
      values ('club-0', 'proven', 'club-0', 'Renewal', '1', 'c', '{}', 'survivor', 'typed@club.example', now(), null),
        ('club-0', 'coded', 'club-0', 'Renewal', '1', 'd', '{}', 'survivor', null, null, 'x');
    update member set home_contact = '{"EmailAddress": "new@club.example"}' where member_id = 'survivor'`)
  const { rows } = await owner.query(
    `select email, proven_at, code_hash from request_session where member_id = 'survivor'`,
  )
  const ended = { email: 'new@club.example', proven_at: null, code_hash: null }
  expect(rows).toEqual([ended, ended])
  expect((await owner.query(`select lasting from contact_change`)).rows).toEqual([{ lasting: [] }])
})

test('links that messages had in clear are gone from what was sent, and noted to be sealed in the others', async () => {
  const gone = '(for the recipient alone)'
  for (let index = 0; index < businessCount; index++) {
    const id = `club-${index}`
    await owner.query(isIn(id))
    const { rows } = await owner.query(`select body, secret from outbox_message order by id`)
    expect(rows).toEqual([
      { body: `Come in: ${gone} Bye.`, secret: '' },
      { body: `Come in: ${linkOf(id)} Bye.`, secret: linkOf(id) },
      { body: `Here: ${linkOf(id)}`, secret: null },
    ])
    const invited = await owner.query(
      `select m.state from identity.account a join outbox_message m on m.id = a.invitation_message_id
       where a.uid = $1 and a.invitation_expires_at = m.created_at + interval '7 days'`,
      [id],
    )
    expect(invited.rows).toEqual([{ state: 'Kept' }])
  }
  await owner.query(isIn('*'))
  const own = await owner.query(`select body, secret from outbox_message where business_id = '*'`)
  expect(own.rows).toEqual([{ body: `Here: ${gone}`, secret: '' }])
})

test('the accounts of a demo from before are known as such, and no others', async () => {
  expect((await owner.query(`select kind, id from demo_access`)).rows).toEqual([
    { kind: 'account', id: 'demo' },
  ])
})

test('the server may use every table that the owner has made, but for the owner’s own', async () => {
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
       and relkind in ('r', 'v') and relname not in ('migration', 'job_pool') and not has_table_privilege($1, oid, 'select')`,
    [appRole],
  )
  expect(rows).toEqual([])
})
