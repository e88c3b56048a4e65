import type pg from 'pg'

/**
 * Gives Harbourside what a club of many years has, all of members of its venue 1, and nothing that anybody would look for: no word
 * of more than digits, one method, one state. What a list has to find among it, or has not, is rare. It is of so many
 * minutes up to now, each of which has one of a kind unless they have to share.
 */
export async function growRecords(owner: pg.Client, count: number, minutes = count): Promise<void> {
  await owner.query(`select set_config('app.business_id', 'harbourside', false)`)
  for (const statement of statements)
    await owner.query(statement.replaceAll('$minutes', String(minutes)), [count])
}

/** Moves the members with the oldest of those records to a venue of their own. */
export async function moveOldest(owner: pg.Client, count: number, venueNo: string): Promise<void> {
  await owner.query(
    `insert into venue (business_id, venue_no, display_name, enabled) values ('harbourside', $1, 'Annexe', true)
     on conflict (business_id, venue_no) do update set deleted_at = null, enabled = true`,
    [venueNo],
  )
  await owner.query(
    `update member set venue_no = $2 where business_id = 'harbourside' and member_id = any(array(
       select member_id from card where business_id = 'harbourside' and card_id like 'many-%' order by created_at limit $1))`,
    [count, venueNo],
  )
}

/**
 * Gives Harbourside what waits: requests and orders, from number to number. A third of the orders should have come and went to the
 * bureau, a third has just been placed and went there too, and a third has just been placed and waits for a file.
 */
export async function growWaiting(owner: pg.Client, from: number, to: number): Promise<void> {
  await owner.query(`select set_config('app.business_id', 'harbourside', false)`)
  for (const statement of waiting)
    await owner.query(statement.replace('$from', String(from)).replaceAll('$minutes', String(to)), [to])
}

// The members of venue 1, numbered; one begins anew where there are fewer than records.
const ofVenue = `from member where business_id = 'harbourside' and venue_no = '1' and deleted_at is null`
const numbered = `
  select n, m.member_id, m.first_name, m.last_name from generate_series(1, $1::int) n
  join (select row_number() over (order by member_id) as place, member_id, first_name, last_name ${ofVenue}) m
    on m.place = 1 + n % (select count(*) ${ofVenue})`
const minutesAgo = `now() - make_interval(mins => 1 + (n - 1) % $minutes)`

const statements = [
  `insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, email_address, status, initial_cents,
     offer_expiry_date, channels, issued_by_id, issued_by_name, created_at)
   select 'harbourside', 'many-' || n, (select min(card_program_id) from card_program where business_id = 'harbourside'), member_id,
     first_name, last_name, n || '@example.com', 'Cancelled', 0, current_date, '{email}', 'u', 'U', ${minutesAgo} from (${numbered}) many`,
  `insert into card_order (business_id, order_id, card_program_id, member_id, status, first_name, last_name, address_components,
     ordered_by_id, ordered_by_name, last_change, created_at)
   select 'harbourside', 'many-' || n, (select min(card_program_id) from card_program where business_id = 'harbourside'), member_id,
     'Archived', first_name, last_name, '[]', '', '', '', ${minutesAgo} from (${numbered}) many`,
  ...['Registration', 'Renewal'].map(
    (kind) => `
   insert into request_session (business_id, session_id, form_id, kind, venue_no, secret_hash, next_step, answers, member_id,
     display_name, email, started_at, submitted_at, finalised_at, is_accepted)
   select 'harbourside', '${kind}-' || n, (select min(form_id) from request_form where business_id = 'harbourside' and kind = '${kind}'),
     '${kind}', '1', sha256(('${kind}' || n)::bytea), 'Completed', '{}', member_id, first_name || ' ' || last_name, n || '@example.com',
     ${minutesAgo}, ${minutesAgo}, ${minutesAgo}, true from (${numbered}) many`,
  ),
  `insert into payment (business_id, payment_id, paid_for, method, provider, description, amount_cents, tax_cents, currency,
     reference, session_id, taken_at)
   select 'harbourside', 'many-' || n, 'Renewal', 'CardOnline', 'Test', '', 100, 0, 'AUD', 'ref' || n, 'Renewal-' || n, ${minutesAgo}
   from generate_series(1, $1::int) n`,
  `insert into payment_entry (business_id, payment_id, kind, at, cents, tax_cents)
   select 'harbourside', 'many-' || n, 'Taken', ${minutesAgo}, 100, 0 from generate_series(1, $1::int) n`,
  `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title, record_kind, record_id,
     record_name)
   select 'harbourside', ${minutesAgo}, 'desk-' || n % 20, 'Desk ' || n % 20, '', '', 'editMember', 'Edit a member', 'Member', member_id,
     first_name || ' ' || last_name from (${numbered}) many`,
  `insert into outbox_message (business_id, channel, kind, recipient, subject, body, state, created_at)
   select 'harbourside', 'email', 'many', n || '@example.com', 'Many', '', 'Sent', ${minutesAgo} from generate_series(1, $1::int) n`,
  `insert into visitor_entry (business_id, visit_id, venue_no, kind, first_name, last_name, address, member_id, signed_in_at, day,
     device_name, actor_id, actor_name)
   select 'harbourside', 'many-' || n, '1', 'Guest', 'Guest', 'No' || n, '', member_id, ${minutesAgo}, (${minutesAgo})::date, '', '', ''
   from (${numbered}) many`,
  `insert into renewal_reminder (business_id, form_id, member_id, date_financial, days, channel, recipient, at)
   select 'harbourside', (select min(form_id) from request_form where business_id = 'harbourside' and kind = 'Renewal'), member_id,
     current_date + 1000, n, 'email', n || '@example.com', ${minutesAgo} from (${numbered}) many`,
  `insert into pass_invitation_recipient (business_id, run_id, member_id, outcome, reason)
   select business_id, run_id, 'many-' || n, 'Skipped', 'HasCard' from generate_series(1, $1::int) n cross join
     (select business_id, run_id from pass_invitation_run where business_id = 'harbourside' order by run_id limit 1) run`,
]

const newOnes = `(${numbered}) many where n > $from`
const program = `(select min(card_program_id) from card_program where business_id = 'harbourside')`
const inFile = 1_000

const waiting = [
  `insert into card_order_batch (business_id, batch_number, order_count, created_by_id, created_by_name)
   select 'harbourside', 1000 + file, ${inFile}, '', '' from generate_series(0, $1 / ${inFile}) file on conflict do nothing`,
  `insert into card_order (business_id, order_id, card_program_id, member_id, status, first_name, last_name, address_components,
     ordered_by_id, ordered_by_name, last_change, created_at, initial_cents, postal_address, card_number, batch_number)
   select 'harbourside', 'waiting-' || n, ${program}, member_id, 'Ordered', first_name, last_name, '[]', '', '', '',
     now() - make_interval(days => case when n % 3 = 0 then 30 else 0 end), 0, '{}', 'waiting-' || n,
     case when n % 3 < 2 then 1000 + n / ${inFile} end from ${newOnes}`,
  `insert into card_order_change (business_id, order_id, actor_id, actor_name, title, at)
   select 'harbourside', 'waiting-' || n, '', '', 'Ordered', now() - make_interval(days => case when n % 3 = 0 then 20 else 0 end)
   from ${newOnes}`,
  ...['Registration', 'Renewal'].map(
    (kind) => `
   insert into request_session (business_id, session_id, form_id, kind, venue_no, secret_hash, next_step, answers, member_id,
     display_name, email, started_at, submitted_at)
   select 'harbourside', 'waiting-${kind}-' || n, (select min(form_id) from request_form where business_id = 'harbourside' and kind = '${kind}'),
     '${kind}', '1', sha256(('waiting ${kind}' || n)::bytea), 'User Completed', '{}', member_id, first_name || ' ' || last_name,
     n || '@example.com', ${minutesAgo}, ${minutesAgo} from ${newOnes}`,
  ),
]
