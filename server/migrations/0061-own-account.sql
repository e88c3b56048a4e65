-- Where a session is used from, in the words of its browser, and when its user last showed who they are beside signing in.
-- The former version leaves all of these empty; the next refresh of the session fills in the first two.
alter table identity.session
  add column address text,
  add column user_agent text,
  add column proved_at timestamptz;

-- In whose way somebody reads dates: a language with a country, or 'browser' for that of their browser.
alter table identity.account add column date_locale text not null default 'en-AU';

-- A new e-mail address that waits to be opened: one for an account, so that another replaces it. Not among the tickets: the
-- former version takes any of those for leave to set a password.
create table identity.email_change (
  uid text primary key references identity.account on delete cascade,
  email text not null check (email = lower(email)),
  secret_hash bytea not null unique, -- of the link
  expires_at timestamptz not null
);
create index email_change_by_age on identity.email_change (expires_at);
