-- The forms people apply for membership with, and renew it with. Their pages know a form's id and nothing else.
create table request_form (
  business_id text not null references business,
  form_id text not null default replace(gen_random_uuid()::text, '-', ''),
  kind text not null check (kind in ('Registration', 'Renewal')),
  display_name text not null,
  is_open boolean not null,
  venue_no text,
  -- What it asks, offers and says: FormFields of the contract.
  config jsonb not null,
  revision integer not null default 1,
  primary key (business_id, form_id),
  foreign key (business_id, venue_no) references venue
);
call isolate_by_business('request_form', open_to_platform => true);
create unique index request_form_by_id on request_form (form_id);
create index request_form_by_name on request_form (business_id, lower(display_name), form_id);

-- An application or a renewal, from its first answer to the decision.
create table request_session (
  business_id text not null,
  session_id text not null default gen_random_uuid(),
  form_id text not null,
  kind text not null check (kind in ('Registration', 'Renewal')),
  -- Whose members' it is: the form's venue, or that of the member who renews.
  venue_no text not null,
  secret_hash bytea not null,
  next_step text not null default 'User Started'
    check (next_step in ('User Started', 'Payment Required', 'User Completed', 'Completed', 'Error')),
  message text,
  answers jsonb not null,
  link_sent_to text,
  links_sent integer not null default 0,
  -- The member who renews, or whom it made or was attached to.
  member_id text,
  display_name text,
  email text,
  mobile text,
  -- What was chosen when it was submitted, in the words of that moment.
  fee_description text,
  fee_items text[] not null default '{}',
  new_financial_date date,
  started_at timestamptz not null default now(),
  submitted_at timestamptz,
  requested_at timestamptz not null generated always as (coalesce(submitted_at, started_at)) stored,
  finalised_at timestamptz,
  finalised_by text,
  is_accepted boolean,
  acceptance_details text,
  rejection_note text,
  deleted_at timestamptz,
  primary key (business_id, session_id),
  foreign key (business_id, form_id) references request_form,
  foreign key (business_id, member_id) references member
);
call isolate_by_business('request_session');
create unique index request_session_by_secret on request_session (business_id, secret_hash);
-- Lists are newest first; parts of names are compared on the way.
create index request_session_newest on request_session (business_id, kind, requested_at desc, session_id desc);
create index request_session_by_email on request_session (business_id, email) where submitted_at is not null;
create index request_session_waiting on request_session (business_id, form_id)
  where next_step in ('User Completed', 'Error');
create index request_session_started on request_session (business_id, started_at) where next_step = 'User Started';

-- Each step of a session, with its time.
create table request_step (
  business_id text not null,
  session_id text not null,
  id bigint generated always as identity,
  step text not null,
  note text,
  actor_name text,
  at timestamptz not null default now(),
  primary key (business_id, session_id, id),
  foreign key (business_id, session_id) references request_session
);
call isolate_by_business('request_step');

-- What is paid for a session. Amounts are whole cents with the tax in them.
create table request_payment (
  business_id text not null,
  payment_id text not null default gen_random_uuid(),
  session_id text not null,
  provider text not null check (provider in ('Stripe', 'Test')),
  state text not null default 'Opening'
    check (state in ('Opening', 'Open', 'Paid', 'Expired', 'Refunding', 'Refunded')),
  description text not null,
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint not null,
  currency text not null default 'AUD',
  checkout_id text,
  checkout_url text,
  provider_payment_id text,
  paid_cents bigint,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  primary key (business_id, payment_id),
  foreign key (business_id, session_id) references request_session
);
-- The provider's notices name the payment, and the job that looks for forgotten ones goes through all businesses.
call isolate_by_business('request_payment', open_to_platform => true);
create index request_payment_by_session on request_payment (business_id, session_id, created_at);
create unique index request_payment_by_checkout on request_payment (checkout_id);
create index request_payment_unsettled on request_payment (created_at) where state in ('Opening', 'Open');

-- Links that were sent to the contact a member has on file: who opens one is that member.
create table renewal_link (
  business_id text not null,
  secret_hash bytea not null,
  form_id text not null,
  member_id text not null,
  expires_at timestamptz not null,
  primary key (business_id, secret_hash),
  foreign key (business_id, form_id) references request_form,
  foreign key (business_id, member_id) references member
);
call isolate_by_business('renewal_link');
create index renewal_link_by_member on renewal_link (business_id, member_id);
create index renewal_link_by_age on renewal_link (business_id, expires_at);

-- Wrong birth dates, by the membership number they were tried with.
create table renewal_attempt (
  business_id text not null references business,
  membership_number text not null,
  failures integer not null,
  expires_at timestamptz not null,
  primary key (business_id, membership_number)
);
call isolate_by_business('renewal_attempt');
create index renewal_attempt_by_age on renewal_attempt (business_id, expires_at);

-- The reminders that were sent: each once for a member, a financial date and a wish of the form.
create table renewal_reminder (
  business_id text not null,
  id bigint generated always as identity,
  form_id text not null,
  member_id text not null,
  date_financial date not null,
  days integer not null,
  channel text not null,
  recipient text not null,
  at timestamptz not null default now(),
  primary key (business_id, id),
  unique (business_id, member_id, form_id, date_financial, days, channel),
  foreign key (business_id, form_id) references request_form,
  foreign key (business_id, member_id) references member
);
call isolate_by_business('renewal_reminder');

-- Members who want no reminders.
create table renewal_opt_out (
  business_id text not null,
  member_id text not null,
  at timestamptz not null default now(),
  primary key (business_id, member_id),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('renewal_opt_out');

-- Whom a day's reminders are for.
create index member_by_financial_date on member (business_id, date_financial) where deleted_at is null;
