import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRole, migrate, migrationNames } from '#platform/database'
import { businessCount, filledAsBefore, isIn, linkOf } from '#tests/filled-before.ts'

// What is asked names its business: tables that searches go through show their owner all of them.
let database: Awaited<ReturnType<typeof filledAsBefore>>
let owner: pg.Client
beforeAll(async () => {
  database = await filledAsBefore()
  ;({ owner } = database)
  await owner.query('alter table migration drop column checksum')
  await migrate(database.url)
})
afterAll(() => database.drop())

test('what an upgrade fills is filled in every business, also by an owner whom row-level security binds', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(
      `select session_id, paid_cents, paid_tax_cents from request_session where business_id = current_business() order by session_id`,
    )
    expect(rows).toEqual([
      { session_id: 'paid', paid_cents: '3300', paid_tax_cents: '300' },
      { session_id: 'unpaid', paid_cents: null, paid_tax_cents: null },
    ])
  }
})

test('what was paid before is among the payments, and requests know their price', async () => {
  await owner.query(isIn(`club-${businessCount - 1}`))
  const { rows } = await owner.query(`
    select p.paid_for, p.method, sum(e.cents) as cents, min(s.due_cents) as due from payment p
    join payment_entry e using (business_id, payment_id) join request_session s using (business_id, session_id) group by 1, 2`)
  expect(rows).toEqual([{ paid_for: 'Application', method: 'CardOnline', cents: '3300', due: '1100' }])
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

test('what super administrators did before is marked as theirs, and nothing else', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(`select distinct actor_name from audit_entry where by_administrator`)
    expect(rows).toEqual([{ actor_name: 'Super' }])
  }
  await owner.query(isIn('*'))
  const { rows } = await owner.query(
    `select actor_name, by_administrator from audit_entry where business_id = '*' order by 1`,
  )
  expect(rows).toEqual([
    { actor_name: 'Somebody', by_administrator: false },
    { actor_name: 'Super', by_administrator: true },
  ])
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
    const { rows } = await owner.query(
      `select body, secret from outbox_message where business_id = current_business() order by id`,
    )
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

test('everything from before is kept for good, until a business says otherwise: then what is older goes, and no other’s', async () => {
  const oldEntry = `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
    values ($1, '2001-01-01', 'x', 'X', '', '', 'old', 'Old')`
  for (const id of ['club-0', 'club-1']) {
    await owner.query(isIn(id))
    expect((await owner.query('select kind, months from retention')).rows).toEqual([])
    await owner.query(oldEntry, [id])
  }
  await owner.query(isIn('club-0'))
  const letGo = `select let_fall_away('AuditTrail', months_ago(12), 100) as gone`
  await expect(owner.query(letGo)).rejects.toThrow('the business keeps this for longer')
  await owner.query(`insert into retention (business_id, kind, months) values ('club-0', 'AuditTrail', 12)`)
  expect((await owner.query(letGo)).rows).toEqual([{ gone: 1 }])
  const left = async () =>
    (await owner.query(`select from audit_entry where business_id = current_business() and action = 'old'`))
      .rowCount
  expect(await left()).toBe(0)
  await owner.query(isIn('club-1'))
  expect(await left()).toBe(1)
})

test('scans from before are of their day, and the former version goes on writing them; events let in whom they did', async () => {
  for (let index = 0; index < businessCount; index++) {
    await owner.query(isIn(`club-${index}`))
    const { rows } = await owner.query(
      `select scan_id as id, occasion, direction, lets_suspended_in, reentry from event_scan join event using (business_id, event_id)
       order by scanned_at`,
    )
    const unchanged = { direction: 'In', lets_suspended_in: true, reentry: 'once' }
    expect(rows).toEqual([
      { id: 'first', occasion: '2026-11-14', ...unchanged },
      { id: 'again', occasion: '2026-11-15', ...unchanged },
    ])
  }
  // As the former version writes: whoever is in already on that day isn't again.
  const scanAt = (id: string, at: string) =>
    owner.query(
      `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name, actor_id, actor_name)
       values ('club-0', 'fair', $1, 'survivor', '1', 'Valid', $2, '', '', '') on conflict do nothing returning occasion`,
      [id, at],
    )
  await owner.query(isIn('club-0'))
  expect((await scanAt('same-day', '2026-11-14T12:00:00Z')).rows).toEqual([])
  expect((await scanAt('next-day', '2026-11-14T13:30:00Z')).rows).toEqual([{ occasion: '2026-11-15' }])
  await owner.query(`
    insert into event_session (business_id, event_id, session_id, name, day, check_in_start, check_in_end)
    values ('club-0', 'fair', 'dinner', 'Dinner', '2026-11-16', '18:00', '20:00')`)
  expect((await scanAt('dinner', '2026-11-16T08:00:00Z')).rows).toEqual([{ occasion: 'dinner' }])
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
