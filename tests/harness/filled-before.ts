import pg from 'pg'
import { createOwnedDatabase, migrateUntil } from './owned-database.ts'

// More than a cursor fetches ahead.
export const businessCount = 60

/** Has what follows see the rows of this business. */
export const isIn = (businessId: string) => `select set_config('app.business_id', '${businessId}', false)`

/** A link as messages had them in clear. */
export const linkOf = (id: string) =>
  `https://hub.example/set-password?ticket=abcdefghijklmnopqrstuvwxyzAB${id}`

/** A database of an ordinary owner, as a version before all migrations that fill something had left it. */
export async function filledAsBefore() {
  const database = await createOwnedDatabase()
  await migrateUntil(database.url, '0035-statistics-of-use.sql')
  const owner = new pg.Client(database.url)
  await owner.connect()
  await fill(owner)
  return {
    url: database.url,
    owner,
    drop: async () => {
      await owner.end()
      await database.drop()
    },
  }
}

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
    insert into super_administrator (uid, email, display_name) values ('super', 'super@hub.example', 'Super');
    insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
      values ('*', 'super', 'Super', '', '', 'createBusiness', 'Create a business'),
        ('*', '', 'Somebody', '', '', 'refusedEntry', 'Refused sign-in');
    insert into outbox_message (business_id, channel, kind, recipient, body, state)
      values ('*', 'email', 'reset', 'own@club.example', 'Here: ${linkOf('own')}', 'Sent')`)
  for (let index = 0; index < businessCount; index++) {
    const id = `club-${index}`
    await owner.query(`
      ${isIn(id)};
      insert into business (business_id, display_name, abn, state, postcode)
        values ('${id}', 'Club', '${10_000_000_000 + index}', 'NSW', '2000');
      insert into venue (business_id, venue_no, display_name, enabled) values ('${id}', '1', 'Club', ${index % 2 === 0});
      insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
        values ('${id}', 'super', 'Super', '', '', 'createVenue', 'Create a venue'),
          ('${id}', '${id}', 'New', '', '', 'signIn', 'Sign in');
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
      insert into event (business_id, event_id, name, location, start_date, end_date, check_in_start, check_in_end,
          time_zone, member_filter)
        values ('${id}', 'fair', 'Fair', 'Hall', '2026-11-14', '2026-11-16', '00:00', '23:59', 'Australia/Sydney', '');
      insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name, actor_id, actor_name)
        values ('${id}', 'fair', 'first', 'survivor', '1', 'Valid', '2026-11-13T14:00:00Z', '', '', ''),
          ('${id}', 'fair', 'again', 'survivor', '1', 'AlreadyIn', '2026-11-14T14:00:00Z', '', '', '');
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
